import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BROUGHT_ID, type BroughtAlong } from '#contract/brought-along.ts'
import { categoryColour } from '#contract/categories.ts'
import type { Office } from '#contract/rest/offices.ts'
import { openingAt } from '#contract/rules/office-time.ts'
import { openOffices } from '#contract/rules/open-offices.ts'
import { sortOffices } from '#contract/rules/sort-offices.ts'
import { json } from '#server/database/json-column.ts'
import { openMemoryDatabase } from '#tests/support/memory-database.ts'
import { MovingClock } from '#tests/support/moving-clock.ts'
import { NOON } from '#tests/support/queue-office.ts'
import { startTestServer, type TestServer, type TestServerOptions } from '#tests/support/server.ts'
import { makeTemporaryDirectory } from '#tests/support/temporary-directory.ts'

const PAGE = `<!doctype html>
<html lang="es">
  <head>
    <title>Numerito</title>
    <meta name="description" content="Saca tu número." />
  </head>
  <body><div id="app"></div><script>begin()</script></body>
</html>`

const FRAMES = {
  search: '<template>search</template>',
  office: '<template>office</template>',
  take: '<template>take</template>',
  book: '<template>book</template>',
}
const frameIn = (html: string) => /<template>(\w+)<\/template><div id="app">/.exec(html)?.[1] ?? null
/** What is logged of it. */
const WITHOUT = 'a page goes without its content'
const ORIGIN = 'https://numerito.example'

const { path: directory, remove } = makeTemporaryDirectory('live-pages')
const dist = join(directory, 'dist')

beforeAll(() => {
  mkdirSync(dist)
  writeFileSync(join(dist, 'index.html'), PAGE)
  for (const page of ['desk', 'kiosk', 'wall']) writeFileSync(join(dist, `${page}.html`), PAGE)
  writeFileSync(join(dist, 'sw.js'), '/* worker */')
  writeFileSync(join(dist, 'frames.json'), JSON.stringify(FRAMES))
})
afterAll(remove)

const serve = ({ settings, ...options }: TestServerOptions = {}) =>
  startTestServer({
    demo: true,
    applicationDirectory: dist,
    settings: { environment: 'prod', ...settings },
    ...options,
  })

const scriptIn = (html: string, attributes: string) =>
  new RegExp(`<script ${attributes}>(.*?)</script>`).exec(html)?.[1]
const broughtIn = (html: string): BroughtAlong =>
  JSON.parse(scriptIn(html, `type="application/json" id="${BROUGHT_ID}"`) ?? 'null')
const saidIn = (html: string) => JSON.parse(scriptIn(html, 'type="application/ld\\+json"') ?? 'null')
const propertyIn = (html: string, name: string) =>
  new RegExp(`<meta property="og:${name}" content="([^"]*)">`).exec(html)?.[1]

describe('the page of an address', () => {
  let server: TestServer
  let office: { id: number; slug: string; line: string; name: string }
  beforeAll(async () => {
    // A Saturday: some are open and some shut, also of those whose names come first.
    server = await serve({ clock: new MovingClock(NOON), settings: { origins: [ORIGIN] } })
    const { id, slug, name } = await server.database.db
      .selectFrom('offices')
      .select(['id', 'slug', 'name'])
      .where('web_only', '=', false)
      .orderBy('id')
      .executeTakeFirstOrThrow()
    const line = await server.database.db
      .selectFrom('lines')
      .select('slug')
      .where('office_id', '=', id)
      .where('type', '=', 'normal')
      .orderBy('id')
      .executeTakeFirstOrThrow()
    office = { id, slug, name, line: line.slug }
  })
  afterAll(() => server?.close())

  /** One whose page no other test opens. */
  const anotherOffice = async () => {
    const { slug } = await server.database.db
      .selectFrom('offices')
      .select('slug')
      .where('web_only', '=', false)
      .orderBy('id')
      .offset(1)
      .executeTakeFirstOrThrow()
    return slug
  }
  const page = async (path: string) => await (await fetch(server.origin + path)).text()
  const answer = async (path: string) => (await fetch(server.origin + path)).json()

  it('[OFF-03] brings what the server would answer, so that an office needs no second journey', async () => {
    const { at, answers } = broughtIn(await page(`/offices/${office.slug}`))
    expect(at).toBe(server.clock.now().getTime())
    expect(Object.keys(answers)).toEqual([`/api/v1/state/${office.slug}`])
    for (const [path, brought] of Object.entries(answers)) expect(brought).toEqual(await answer(path))
  })

  it.each(['/', '/search'])('[OFF-02] brings the list to %s', async path => {
    const { answers } = broughtIn(await page(path))
    expect(Object.keys(answers)).toEqual(['/api/v3/offices/web'])
    expect(answers['/api/v3/offices/web']).toEqual(await answer('/api/v3/offices/web'))
  })

  function openingOf(office: Office) {
    const opening = openingAt(server.clock.now(), office)
    if (!opening.open) return 'shut'
    return opening.closesAt === null ? 'always' : 'until'
  }

  it.each(['/', '/search'])('[OFF-05] says which offices stand first in the list of %s', async path => {
    const { answers, head = [] } = broughtIn(await page(path))
    const list = answers['/api/v3/offices/web'] as Office[]
    const open = openOffices(list, server.clock.now())
    const first = sortOffices(list, { position: null, open }, 'es').slice(0, 12)
    const named = sortOffices(list, { position: null, open: new Set() }, 'es').slice(0, 12)
    expect(first.map(({ id }) => id)).not.toEqual(named.map(({ id }) => id))
    expect(head).toEqual(first.map(office => ({ id: office.id, opening: openingOf(office) })))
    expect(head).toHaveLength(12)
  })

  it('says of an office until when it is open, and in which colour', async () => {
    const { head } = broughtIn(await page(`/offices/${office.slug}`))
    const shown = ((await answer('/api/v3/offices/web')) as Office[]).filter(({ id }) => id === office.id)
    expect(head).toEqual(
      shown.map(one => ({ id: one.id, opening: openingOf(one), brand: categoryColour(one.category_id) })),
    )
  })

  it.each(['take', 'book'])('brings what the screen asks before somebody can %s', async verb => {
    const booked = await server.database.db
      .selectFrom('lines')
      .innerJoin('offices', 'offices.id', 'lines.office_id')
      .select(['offices.slug as office', 'lines.slug as line'])
      .where('lines.takes_reservations', '=', true)
      .where('lines.type', '=', 'normal')
      .executeTakeFirstOrThrow()
    const html = await page(`/offices/${booked.office}/lines/${booked.line}/${verb}`)
    const { answers } = broughtIn(html)
    const kinds = Object.keys(answers).map(path =>
      path.replace(/\d{4}-\d\d-\d\d/, 'DAY').replace(/\d+/g, 'N'),
    )
    const own = `/services/reservations/vN/offices/${booked.office}`
    expect(
      kinds.map(kind => kind.replace('/services/reservations/v2', '/services/reservations/vN')).sort(),
    ).toEqual(
      [
        `/api/vN/state/${booked.office}`,
        `/api/vN/offices/N/lines/N/forms${verb === 'take' ? '?ticket=true' : ''}`,
        '/api/vN/offices/N/policy',
        ...(verb === 'take'
          ? []
          : [
              `${own}/settings/`,
              `${own}/calendar/unavailable?line=${booked.line}`,
              `${own}/${booked.line}/DAY/timeblocks`,
            ]),
      ].sort(),
    )
    for (const [path, brought] of Object.entries(answers)) expect(brought, path).toEqual(await answer(path))
  })

  it('[OFF-11] brings the office to a link that names a line alone', async () => {
    const { id } = await server.database.db
      .selectFrom('lines')
      .select('id')
      .where('office_id', '=', office.id)
      .where('slug', '=', office.line)
      .executeTakeFirstOrThrow()
    const { answers } = broughtIn(await page(`/lines/${id}`))
    expect(answers[`/api/v1/lines/${id}/info`]).toEqual({ office_slug: office.slug, line_slug: office.line })
    expect(answers).toHaveProperty([`/api/v1/state/${office.slug}`])
  })

  it('says to crawlers and messengers which office it is, where, and when it opens', async () => {
    const html = await page(`/offices/${office.slug}/lines/${office.line}`)
    const state = broughtIn(html).answers[`/api/v1/state/${office.slug}`] as {
      office: { name: string; address: string; hours: unknown[] }
      lines: { slug: string; name: string }[]
    }
    const line = state.lines.find(({ slug }) => slug === office.line)
    const address = `${ORIGIN}/offices/${office.slug}/lines/${office.line}`
    expect(html).toContain(`<title>${line?.name} · ${office.name} · Numerito</title>`)
    expect(propertyIn(html, 'title')).toBe(`${line?.name} · ${office.name}`)
    expect(propertyIn(html, 'description')).toContain(state.office.address)
    expect(html).toContain(`<meta name="description" content="${propertyIn(html, 'description')}" />`)
    expect(propertyIn(html, 'url')).toBe(address)
    expect(html).toContain(`<link rel="canonical" href="${address}">`)
    expect(saidIn(html)).toMatchObject({
      '@context': 'https://schema.org',
      name: office.name,
      url: address,
      address: { streetAddress: state.office.address },
    })
    expect(saidIn(html).openingHoursSpecification).toHaveLength(state.office.hours.length)
  })

  it.each([
    ['', null],
    ['search', 'search'],
    ['offices/SLUG', 'office'],
    ['offices/SLUG/lines/LINE', 'office'],
    ['offices/SLUG/lines/LINE/take', 'take'],
    ['offices/SLUG/lines/LINE/book', 'book'],
  ])('has the top of the screen at /%s: %s', async (path, frame) => {
    expect(frameIn(await page(`/${path.replace('SLUG', office.slug).replace('LINE', office.line)}`))).toBe(
      frame,
    )
  })

  it('is that of the office where the link names a line that is none, in whatever words', async () => {
    const html = await page(`/offices/${office.slug}/lines/%22%3E%3Cscript%3E`)
    expect(propertyIn(html, 'url')).toBe(`${ORIGIN}/offices/${office.slug}`)
    expect(html.match(/<script/g)).toHaveLength(3)
  })

  it('lets no name end the element in which it stands, or begin another', async () => {
    const { db } = server.database
    const evil = `</script><script>alert("1")</script><!-- $& "'>`
    const other = await anotherOffice()
    await db.updateTable('offices').set({ name: evil }).where('slug', '=', other).execute()
    const html = await page(`/offices/${other}`)
    expect(html.match(/<script/g)).toHaveLength(3)
    expect(html).not.toContain('alert("1")')
    expect(propertyIn(html, 'title')).not.toContain('"')
    expect(saidIn(html).name).toBe(evil)
    expect(broughtIn(html).answers[`/api/v1/state/${other}`]).toMatchObject({ office: { name: evil } })
  })

  it.each([
    '/offices/there-is-none',
    '/offices/NOT%20A%20SLUG%00',
    '/lines/999999999',
    '/lines/99999999999999',
    '/tickets',
    '/profile',
  ])('is as it was built where there is nothing to bring: %s', async path => {
    expect(await page(path)).toBe(PAGE)
    expect(server.logged.join('\n')).not.toContain(WITHOUT)
  })

  it('who has it already gets nothing more, and HEAD nothing at all', async () => {
    const first = await fetch(`${server.origin}/offices/${office.slug}`)
    const etag = first.headers.get('etag') ?? ''
    expect(etag).not.toBe('')
    const headers = { 'if-none-match': etag, 'cache-control': 'max-age=0' }
    expect((await fetch(first.url, { headers })).status).toBe(304)
    const head = await fetch(first.url, { method: 'HEAD' })
    expect([head.status, head.headers.get('etag'), await head.text()]).toEqual([200, etag, ''])
  })
})

it('[SHELL-09] brings no answers of services that stand elsewhere, and says what the office is', async () => {
  const server = await serve({ settings: { services: { v1: 'https://b.example' } } })
  try {
    const { slug, name } = await server.database.db
      .selectFrom('offices')
      .select(['slug', 'name'])
      .executeTakeFirstOrThrow()
    const html = await (await fetch(`${server.origin}/offices/${slug}`)).text()
    expect(html).toContain(`<title>${name} · Numerito</title>`)
    expect(html).not.toContain(BROUGHT_ID)
  } finally {
    await server.close()
  }
})

it('[KEEP-05] comes without what the database does not give', async () => {
  const database = await openMemoryDatabase()
  const server = await serve({ database })
  try {
    const { slug } = await database.db.selectFrom('offices').select('slug').executeTakeFirstOrThrow()
    await database.close()
    const html = await (await fetch(`${server.origin}/offices/${slug}`)).text()
    expect(html).toBe(PAGE)
    expect(server.logged.join('\n')).toContain(WITHOUT)
  } finally {
    await server.close()
  }
})

it('brings no list that would hold the page up', async () => {
  const server = await serve()
  try {
    const { db } = server.database
    // Long addresses: a list as of thousands of offices.
    await db
      .updateTable('offices')
      .set({ closures: json([]), address: 'Avenida '.repeat(200) })
      .execute()
    server.clock.advance(60_000)
    expect(await (await fetch(server.origin)).text()).toBe(PAGE)
  } finally {
    await server.close()
  }
})
