import { sql } from 'kysely'
import { afterEach, expect, it } from 'vitest'
import { parse } from 'valibot'
import { deskSession } from '#contract/rest/desk.ts'
import { type OfficeApplied, officeApplied } from '#contract/rest/staff.ts'
import { startLines } from '#server/start-lines.ts'
import { readyOffice } from '#src/desk/found/ready-office.ts'
import { eachDatabase } from '#tests/support/databases.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { waitFor } from '#tests/support/wait-for.ts'

const PASSWORD = 'una clave larga y propia'

/** As the walk of the first start makes it. */
const entryOf = (more: object = {}) => ({
  ...readyOffice({
    name: 'Notaría Ñuñoa',
    category: 'notarias',
    address: 'Irarrázaval 3400',
    district: 'Ñuñoa',
    region: 'Metropolitana',
    place: { latitude: -33.4545, longitude: -70.5995 },
    time_zone: 'America/Santiago',
    from: '09:00',
    to: '17:00',
    saturday: false,
    lines: ['Atención general', 'Trámites'],
  }),
  ...more,
})

eachDatabase('the first start', (open, kind) => {
  let server: TestServer
  afterEach(() => server.close())
  const start = async () => {
    server = await startTestServer({ database: await open() })
  }

  const come = (token: string, user = 'ana') =>
    server.ask('desk', '/invitations/accept', {
      body: { as: 'new', token, name: 'Ana Rojas', user, password: PASSWORD },
    })
  async function founder() {
    const token = (await server.firstLink()) ?? ''
    return parse(deskSession, await (await come(token)).json())
  }
  const openOffice = (token: string, office: object) =>
    server.ask('desk', '/offices', { token, body: { office } })
  const applied = async (response: Response): Promise<OfficeApplied> =>
    parse(officeApplied, await response.json())

  it('[ADMIN-04] one printed link leads to a working office', async () => {
    await start()
    const token = (await server.firstLink()) ?? ''
    const settings = { databaseUrl: null, dataDirectory: 'data', environment: 'dev' as const }
    const printed = { version: '1', origin: 'http://localhost:4000', settings, desk: null, links: null }
    expect(startLines({ ...printed, firstLink: token })).toContain(
      `http://localhost:4000/desk#invitation=${token}`,
    )
    expect(startLines({ ...printed, firstLink: null })).not.toContain('invitation')

    const session = parse(deskSession, await (await come(token)).json())
    expect(session).toMatchObject({ founds: true, offices: [] })
    const { office_id, faults } = await applied(await openOffice(session.token, entryOf()))
    expect(faults).toEqual([])
    const state = await server.ask('desk', `/offices/${office_id}`, { token: session.token })
    expect(await state.json()).toMatchObject({
      office_name: 'Notaría Ñuñoa',
      modulos: [{ name: 'Módulo 1' }, { name: 'Módulo 2' }, { name: 'Módulo 3' }],
      lines: [
        { name: 'Atención general', prefix: 'A' },
        { name: 'Trámites', prefix: 'B' },
      ],
    })
    const again = await server.ask('desk', '/session', { body: { user: 'ana', password: PASSWORD } })
    expect(parse(deskSession, await again.json())).toMatchObject({
      founds: false,
      offices: [{ id: office_id, role: 'administrator', slug: 'notaria-nunoa' }],
    })
    expect(await server.firstLink()).toBeNull()
  })

  it('[ADMIN-04] the next start prints another link, and the one before is worth nothing; it works once', async () => {
    await start()
    const first = (await server.firstLink()) ?? ''
    const second = (await server.firstLink()) ?? ''
    expect((await come(first)).status).toBe(410)
    expect((await come(second)).status).toBe(201)
    expect((await come(second, 'berta')).status).toBe(410)
    expect(await server.firstLink()).toBeNull()
  })

  if (kind === 'postgres') {
    it('[ADMIN-04] of two who come by the link in one moment one founds', async () => {
      await start()
      const { db } = server.database
      const token = (await server.firstLink()) ?? ''
      const { promise: release, resolve: letGo } = Promise.withResolvers<void>()
      const { promise: isHeld, resolve: holds } = Promise.withResolvers<void>()
      const elsewhere = server.database.transaction(async transaction => {
        await transaction.selectFrom('desk_invitations').select('id').forUpdate().execute()
        holds()
        await release
      })
      await isHeld
      const both = [come(token), come(token, 'berta')]
      await waitFor('both to stand at the link', async () => {
        const { rows } = await sql`
          select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
          db,
        )
        return rows.length === both.length
      })
      letGo()
      await elsewhere
      const came = await Promise.all(both)
      expect(came.map(({ status }) => status).sort((a, b) => a - b)).toEqual([201, 410])
      expect(await db.selectFrom('clerks').select('id').execute()).toHaveLength(1)
    })
  }

  it('[ADMIN-04] an entry with faults opens nothing, and says each at its place', async () => {
    await start()
    const { token } = await founder()
    const wrong = entryOf({ hours: [{ days: [1], from: '17:00', to: '09:00' }], time_zone: 'America/Nunca' })
    const { office_id, faults } = await applied(await openOffice(token, wrong))
    expect(office_id).toBeNull()
    expect(faults.map(({ path }) => path).sort()).toEqual(['hours[0]', 'time_zone'])
    expect((await applied(await openOffice(token, {}))).faults.map(({ path }) => path)).toContain('name')
    expect(await server.database.db.selectFrom('offices').selectAll().execute()).toEqual([])
    expect((await applied(await openOffice(token, entryOf()))).faults).toEqual([])
  })

  it('[ADMIN-04] the first office is opened once, also from two windows at once; others are the organization’s', async () => {
    await start()
    const { token } = await founder()
    const both = await Promise.all([
      openOffice(token, entryOf({ slug: 'una' })),
      openOffice(token, entryOf({ slug: 'otra', category: 'salud' })),
    ])
    expect(both.map(({ status }) => status).sort((a, b) => a - b)).toEqual([200, 403])
    const category = both[0]?.status === 200 ? 'notarias' : 'salud'
    const taken = await applied(
      await openOffice(token, entryOf({ slug: category === 'salud' ? 'otra' : 'una', category })),
    )
    expect(taken.faults).toMatchObject([{ kind: 'duplicate-office', path: 'slug' }])
    expect((await applied(await openOffice(token, entryOf({ slug: 'tercera', category })))).faults).toEqual(
      [],
    )
  })

  it('[ADMIN-04] a second office leaves the first as it was', async () => {
    await start()
    const { token } = await founder()
    const { office_id } = await applied(await openOffice(token, entryOf()))
    await openOffice(token, entryOf({ slug: 'segunda', lines: [], modulos: [] }))
    const state = await server.ask('desk', `/offices/${office_id}`, { token })
    const { lines, modulos } = (await state.json()) as { lines: unknown[]; modulos: unknown[] }
    expect([lines.length, modulos.length]).toEqual([2, 3])
  })

  it('[ADMIN-04] where somebody works already, no link is printed', async () => {
    await start()
    await server.database.db.insertInto('clerks').values({ user_name: 'ana', name: 'Ana' }).execute()
    expect(await server.firstLink()).toBeNull()
  })
})
