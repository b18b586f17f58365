import { randomUUID } from 'node:crypto'
import { parse } from 'valibot'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type JoinReply, officeTopic } from '#contract/channel/office-channel.ts'
import { officeList, officeState } from '#contract/rest/offices.ts'
import { wallState } from '#server/devices/wall-state.ts'
import { kioskState } from '#server/devices/kiosk-state.ts'
import { makeLink } from '#server/devices/links/make-link.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { takeTicket } from '#server/queue/take/take-ticket.ts'
import { connectRaw, type RawClient } from '#tests/phoenix/raw-client.ts'
import { eachDatabase, onPostgres } from '#tests/support/databases.ts'
import { MovingClock } from '#tests/support/moving-clock.ts'
import { NOON } from '#tests/support/queue-office.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { lineOf, settingsOffice } from '#tests/support/settings-office.ts'
import { waitFor } from '#tests/support/wait-for.ts'

const socketOf = ({ origin }: TestServer) => ({ ws: `${origin.replace('http', 'ws')}/socket` })

/** Somebody who listens at the office, and what they hear. */
async function listener(server: TestServer, slug: string) {
  const { token } = await server.signInTemporary()
  const client = await connectRaw(socketOf(server), { token })
  const reply = await client.join(officeTopic(slug))
  return { client, reply, next: (event: string) => nextOf(client, event) }
}

async function nextOf(client: RawClient, event: string): Promise<Record<string, unknown>> {
  for (;;) {
    const frame = await client.next()
    if (frame[3] === event) return frame[4] as Record<string, unknown>
  }
}

const stateOf = async (server: TestServer, slug: string) =>
  parse(officeState, await (await server.ask('v1', `/state/${slug}`)).json())
const listed = async (server: TestServer, slug: string) =>
  parse(officeList, await (await server.ask('v3', '/offices/web')).json()).find(
    office => office.slug === slug,
  )

eachDatabase('a saved change', open => {
  let server: TestServer
  const clock = new MovingClock(NOON)
  beforeAll(async () => {
    server = await startTestServer({ database: await open(), clock })
  })
  afterAll(() => server.close())

  it('[ADMIN-02] is heard by every page that is open, and what they ask then is as it was saved', async () => {
    const { change, slug, office_id, boss } = await settingsOffice(server)
    await change(() => ({ lines: [lineOf('caja')] }))
    const devices = { ...server.queue, origins: [] }
    await makeLink(devices, {
      office_id,
      made_by: boss.clerk_id,
      use: 'wall',
      name: 'Sala',
      languages: ['es'],
    })
    const { id: link_id } = await server.database.db
      .selectFrom('office_links')
      .select('id')
      .where('office_id', '=', office_id)
      .executeTakeFirstOrThrow()
    const device = { link_id, office_id }
    // All that is remembered is filled before.
    await stateOf(server, slug)
    await listed(server, slug)
    await wallState(devices, device)
    const page = await listener(server, slug)
    await change(() => ({ closures: ['2026-12-24'] }))
    await page.next('time:estimate')
    await change(() => ({
      name: 'Sucursal Renovada',
      closures: ['2026-11-21'],
      lines: [lineOf('caja', { name: 'Caja rápida' }), lineOf('tramites')],
    }))
    expect(await page.next('office:changed')).toEqual({
      seq: 3,
      at: clock.now().toISOString(),
      officeSlug: slug,
    })
    // And the figures of every line, the new one among them.
    const estimates = [await page.next('time:estimate'), await page.next('time:estimate')]
    const { lines, office } = await stateOf(server, slug)
    expect(lines.map(({ name }) => name)).toEqual(['Caja rápida', 'Fila tramites'])
    expect(estimates.map(({ line_id }) => line_id)).toEqual(lines.map(({ line_id }) => line_id))
    expect(office).toMatchObject({ name: 'Sucursal Renovada' })
    expect(await listed(server, slug)).toMatchObject({
      name: 'Sucursal Renovada',
      closures: ['2026-11-21'],
    })
    for (const state of [await wallState(devices, device), await kioskState(devices, device)]) {
      expect(state).toMatchObject({ open: false, office: { name: 'Sucursal Renovada' } })
      expect(state.lines.map(({ name }) => name)).toEqual(['Caja rápida', 'Fila tramites'])
    }
  })

  it('[ADMIN-02] holds for the very next number: a new line gives one, a limit and a form are kept to', async () => {
    const { change, slug, office_id, user, call, clerk } = await settingsOffice(server)
    const take = (line_id: number, user_id: string) =>
      takeTicket(server.queue, { office: { office_id }, line_id, user_id, request_id: randomUUID() })
    await change(() => ({ lines: [lineOf('caja', { limits: { rut_tickets: 1 } })] }))
    const [caja] = (await stateOf(server, slug)).lines
    const line_id = caja?.line_id ?? 0
    const user_id = await user({ rut: '11.111.111-1' })
    await take(line_id, user_id)
    await call(await clerk())
    await expect(take(line_id, user_id)).rejects.toMatchObject({ code: 'rut-line-limit-reached' })
    const question = { id: 'motivo', fieldType: 'text', question: '¿Qué necesita?' }
    await change(() => ({
      lines: [
        lineOf('caja', { limits: { rut_tickets: 2 } }),
        lineOf('tramites', { ticket_form: [question] }),
      ],
    }))
    await take(line_id, user_id)
    const [, tramites] = (await stateOf(server, slug)).lines
    await expect(take(tramites?.line_id ?? 0, await user())).rejects.toMatchObject({ code: 'form-invalid' })
    // Nobody between may keep the questions: what was saved is asked from the next person on.
    const form = (tag: string) =>
      server.ask('v1', `/offices/${office_id}/lines/${tramites?.line_id}/forms?ticket=true`, {
        headers: { 'if-none-match': tag },
      })
    const first = await form('')
    expect(first.headers.get('cache-control')).toBe('public, max-age=0, must-revalidate')
    const tag = first.headers.get('etag') ?? ''
    expect((await form(tag)).status).toBe(304)
    await change(() => ({ lines: [lineOf('caja'), lineOf('tramites')] }))
    expect(await (await form(tag)).json()).toMatchObject({ questions: [] })
    expect(await take(tramites?.line_id ?? 0, await user())).toHaveProperty('tuid')
  })

  it('[ADMIN-02] that nobody was there to hear is missed like any other fact', async () => {
    const { change, slug } = await settingsOffice(server)
    await change(() => ({ lines: [lineOf('caja')] }))
    await change(() => ({ lines: [lineOf('caja', { name: 'Otro nombre' })] }))
    const { token } = await server.signInTemporary()
    const client = await connectRaw(socketOf(server), { token })
    const frame = await client.join(officeTopic(slug), '1', { last_seq: 1 })
    const { response } = frame[4] as { response: JoinReply }
    expect(response.missed).toEqual([
      { event: 'office:changed', payload: expect.objectContaining({ seq: 2 }) },
    ])
  })
})

onPostgres('a change that another process saved', freshUrl => {
  it('[ADMIN-02] is heard by the pages of this one, and stands in the list within a second', async () => {
    const database = await openDatabase({ dataDirectory: ':memory:', databaseUrl: await freshUrl() })
    const clock = new MovingClock(NOON)
    const [one, two] = [
      await startTestServer({ database, clock }),
      await startTestServer({ database, clock }),
    ]
    try {
      const { change, slug } = await settingsOffice(one)
      expect(await listed(two, slug)).toMatchObject({ closures: [] })
      const page = await listener(two, slug)
      await change(() => ({ closures: ['2026-12-24'], lines: [lineOf('caja')] }))
      expect(await page.next('office:changed')).toMatchObject({ officeSlug: slug })
      expect((await stateOf(two, slug)).lines).toHaveLength(1)
      await waitFor('the list to be doubted', async () => {
        clock.advance(1_000)
        return (await listed(two, slug))?.closures.includes('2026-12-24')
      })
      expect(clock.now().getTime() - NOON.getTime()).toBeLessThan(30_000)
    } finally {
      await one.close()
      await two.close()
      await database.close()
    }
  })
})
