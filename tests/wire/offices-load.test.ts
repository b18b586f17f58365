import { expect, it } from 'vitest'
import type { Database } from '#server/database/database.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { checkOffice } from '#server/offices/load/load-office.ts'
import { readEntries } from '#server/offices/load/read-entries.ts'
import { type LoadOutcome, loadOffices } from '#server/offices/load/load-offices.ts'
import type { Others } from '#server/offices/load/unnamed.ts'
import { systemRandom } from '#server/platform/random.ts'
import { callNext } from '#server/queue/call/call-next.ts'
import { systemTimers } from '#server/platform/timers.ts'
import { createQueueMemory } from '#server/queue/queue-memory.ts'
import { openModulo } from '#server/queue/desk/open-modulo.ts'
import type { QueueContext } from '#server/queue/queue-context.ts'
import { issuePaperNumber } from '#server/queue/take/issue-paper-number.ts'
import { createProtection, SECRET_BYTES } from '#server/secrets/protection.ts'
import { bareUser } from '#tests/support/bare-user.ts'
import { eachDatabase, onPostgres } from '#tests/support/databases.ts'
import { administer } from '#tests/support/postgres-cluster.ts'
import { MovingClock } from '#tests/support/moving-clock.ts'
import { type Bendable, sampleFile } from '../unit/offices/sample-file.ts'

const NONE = { added: 0, changed: 0, retired: 0 }
/** A Saturday noon; the second sample office never closes. */
const NOON = new Date('2026-11-21T15:00:00Z')

eachDatabase('loading an offices file', open => {
  async function setUp() {
    const database = await open()
    const clock = new MovingClock(NOON)
    const loadWith = (others: Others) => (file: object) =>
      loadOffices({ database, clock }, [{ file: 'offices.json', text: JSON.stringify(file) }], others)
    return { database, clock, load: loadWith('retire'), loadPart: loadWith('keep') }
  }

  async function loaded(load: (file: object) => Promise<LoadOutcome>, file: object) {
    const outcome = await load(file)
    if (!outcome.loaded) throw new Error(outcome.faults.map(fault => fault.message).join('\n'))
    return outcome
  }

  /** Everything that a load writes, but for the time of the change. */
  async function contents({ db }: Database) {
    const offices = await db.selectFrom('offices').selectAll().orderBy('id').execute()
    return {
      offices: offices.map(({ updated_at: _updated_at, ...office }) => office),
      lines: await db.selectFrom('lines').selectAll().orderBy('id').execute(),
      modulos: await db.selectFrom('modulos').selectAll().orderBy('id').execute(),
      clerks: await db.selectFrom('clerks').selectAll().orderBy('id').execute(),
      places: await db.selectFrom('clerk_offices').selectAll().orderBy('office_id').execute(),
      kinds: await db.selectFrom('line_categories').selectAll().orderBy('id').execute(),
    }
  }

  const updates = ({ db }: Database) =>
    db.selectFrom('offices').select(['slug', 'updated_at']).orderBy('slug').execute()

  function queueOn(database: Database, clock: MovingClock): QueueContext {
    return {
      database,
      clock,
      random: systemRandom,
      tell: () => {},
      ...createQueueMemory({ database, clock, timers: systemTimers }),
      protect: createProtection(new Uint8Array(SECRET_BYTES).fill(7)),
    }
  }

  it('writes what the file says', async () => {
    const { database, load } = await setUp()
    const { summary } = await loaded(load, sampleFile())
    expect(summary).toEqual({
      offices: { ...NONE, added: 2 },
      lines: { ...NONE, added: 3 },
      modulos: { ...NONE, added: 2 },
      clerks: { ...NONE, added: 1 },
    })
    const { offices, lines, modulos, clerks, places } = await contents(database)
    expect(offices[0]).toMatchObject({
      slug: 'notaria-uno',
      category_slug: 'notarias',
      organization_id: 1,
      latitude: -33.44,
      // the file's holidays and the office's own days
      closures: ['2026-12-24', '2026-12-25'],
      web_only: false,
      active: true,
    })
    expect(offices[0]?.hours.slice(0, 2)).toEqual([
      { weekday: 1, from: '09:00', to: '14:00' },
      { weekday: 1, from: '15:00', to: '18:00' },
    ])
    expect(offices[1]).toMatchObject({ web_only: true, latitude: null, closures: [] })
    expect(lines[0]).toMatchObject({ slug: 'firmas', prefix: 'F', type: 'normal', frozen: false })
    expect(lines[0]?.line_category_id).not.toBeNull()
    expect(lines[0]?.ticket_form?.[0]).toEqual({
      id: 'patente',
      fieldType: 'text',
      question: 'Patente',
      limit: null,
      required: true,
      validCharacter: '[A-Z]{4}-?[0-9]{2}',
      validMessage: null,
      active: true,
    })
    expect(modulos.map(modulo => modulo.name)).toEqual(['1', '2'])
    expect(clerks[0]).toMatchObject({ user_name: 'ana.rojas', password_hash: null })
    expect(places).toHaveLength(2)
  })

  it('changes nothing the second time', async () => {
    const { database, clock, load } = await setUp()
    await loaded(load, sampleFile())
    const [before, times] = [await contents(database), await updates(database)]
    clock.advance(60_000)
    const { summary } = await loaded(load, sampleFile())
    expect(summary).toEqual({ offices: NONE, lines: NONE, modulos: NONE, clerks: NONE })
    expect(await contents(database)).toEqual(before)
    expect(await updates(database)).toEqual(times)
  })

  it('prescribes lines for a modulo, also while somebody calls there, and leaves them to its clerk again', async () => {
    const { database, clock, load } = await setUp()
    await loaded(load, sampleFile())
    const { clerks, modulos, lines, offices } = await contents(database)
    const began = clock.now()
    await database.db
      .updateTable('modulos')
      .set({ clerk_id: clerks[0]?.id ?? 0, opened_at: began, changed_at: began })
      .where('id', '=', modulos[1]?.id ?? 0)
      .execute()
    const [firmas, copias] = lines.map(({ id }) => id)
    const prescribed = async () => (await contents(database)).modulos.map(row => row.prescribed_lines)
    const file: Bendable = sampleFile()
    file.offices[0].modulo_lines = [{ modulo: '2', lines: ['copias'] }]
    clock.advance(60_000)
    const { summary, changedOffices } = await loaded(load, file)
    expect(summary.modulos).toEqual({ ...NONE, changed: 1 })
    expect(changedOffices).toEqual([offices[0]?.id])
    expect(await prescribed()).toEqual([null, [copias]])
    clock.advance(60_000)
    await loaded(load, sampleFile())
    expect(await prescribed()).toEqual([null, null])
    // What was served until then is kept.
    const hours = await database.db
      .selectFrom('modulo_hours')
      .select(['opened_at', 'line_ids'])
      .orderBy('opened_at')
      .execute()
    expect(hours).toEqual([
      { opened_at: began, line_ids: [firmas, copias] },
      { opened_at: new Date(began.getTime() + 60_000), line_ids: [copias] },
    ])
  })

  it('changes nothing at all where the file has a single fault', async () => {
    const { database, load } = await setUp()
    await loaded(load, sampleFile())
    const before = await contents(database)
    const file: Bendable = sampleFile()
    file.offices[0].name = 'Otro nombre'
    file.offices[1].lines[0].prefix = 'mal'
    const outcome = await load(file)
    expect(outcome.loaded).toBe(false)
    expect(await contents(database)).toEqual(before)
  })

  it('retires what is no longer named, and brings it back with the id that it had', async () => {
    const { database, load } = await setUp()
    await loaded(load, sampleFile())
    const before = await contents(database)

    const smaller: Bendable = sampleFile()
    smaller.offices[0].lines.pop()
    smaller.offices[0].modulos = ['1']
    smaller.offices.pop()
    smaller.clerks = []
    const { summary } = await loaded(load, smaller)
    expect(summary).toEqual({
      offices: { ...NONE, retired: 1 },
      lines: { ...NONE, retired: 2 },
      modulos: { ...NONE, retired: 1 },
      clerks: { ...NONE, retired: 1 },
    })
    const retired = await contents(database)
    expect(retired.offices.map(office => office.active)).toEqual([true, false])
    expect(retired.lines.map(line => line.active)).toEqual([true, false, false])

    await loaded(load, sampleFile())
    expect(await contents(database)).toEqual(before)
  })

  it('loses no ticket: those of a retired line wait on, and its numbers go on where they were', async () => {
    const { database, clock, load } = await setUp()
    await loaded(load, sampleFile())
    const queue = queueOn(database, clock)
    const line = await database.db
      .selectFrom('lines')
      .selectAll()
      .where('slug', '=', 'video')
      .executeTakeFirstOrThrow()
    const at = { office_id: line.office_id, line_id: line.id }
    const first = await issuePaperNumber(queue, at)

    const smaller: Bendable = sampleFile()
    smaller.offices.pop()
    smaller.clerks = []
    await loaded(load, smaller)
    const waiting = () =>
      database.db
        .selectFrom('tickets')
        .select(['id', 'state', 'line_id', 'number'])
        .orderBy('number')
        .execute()
    const kept = { id: first.tuid, state: 'waiting', line_id: line.id, number: 1 }
    expect(await waiting()).toEqual([kept])
    await expect(issuePaperNumber(queue, at)).rejects.toMatchObject({ code: 'line-no-exist' })

    await loaded(load, sampleFile())
    expect((await issuePaperNumber(queue, at)).ticket).toBe('V002')
    expect(await waiting()).toEqual([kept, expect.objectContaining({ number: 2 })])
  })

  it('writes what may be booked: what is said, and what stands where nothing is', async () => {
    const { database, load } = await setUp()
    const file: Bendable = sampleFile()
    file.offices[0].reservations = { one_per: 'organization' }
    Object.assign(file.offices[0].lines[0], {
      takes_reservations: true,
      reservations: {
        minutes: 20,
        slots: 3,
        days_ahead: 45,
        hours: [{ days: [2, 1], from: '10:00', to: '12:00' }],
        unavailable_days: ['2026-12-30', '2026-12-24', '2026-12-30'],
        modalities: ['video', 'in-person'],
        confirm_minutes: 30,
        form: [{ id: 'motivo', fieldType: 'text', question: 'Motivo' }],
      },
    })
    await loaded(load, file)
    const before = await contents(database)
    expect(before.offices.map(office => office.reserve_one_per)).toEqual(['organization', null])
    expect(before.lines[0]).toMatchObject({
      takes_reservations: true,
      reserve_minutes: 20,
      reserve_slots: 3,
      reserve_days_ahead: 45,
      reserve_hours: [
        { weekday: 1, from: '10:00', to: '12:00' },
        { weekday: 2, from: '10:00', to: '12:00' },
      ],
      unavailable_days: ['2026-12-24', '2026-12-30'],
      reserve_modalities: 'both',
      reserve_confirm_minutes: 30,
      reserve_form: [{ id: 'motivo', required: true, limit: null, active: true }],
    })
    const unsaid = {
      takes_reservations: false,
      reserve_minutes: 15,
      reserve_slots: 1,
      reserve_days_ahead: 30,
      reserve_hours: null,
      unavailable_days: [],
      reserve_confirm_minutes: null,
      reserve_form: null,
    }
    expect(before.lines[1]).toMatchObject({ ...unsaid, reserve_modalities: 'in-person' })
    // A virtual line is attended by video, and so are its reservations.
    expect(before.lines[2]).toMatchObject({ ...unsaid, reserve_modalities: 'video' })

    expect((await loaded(load, file)).summary.lines).toEqual(NONE)
    expect(await contents(database)).toEqual(before)
    file.offices[0].lines[0].reservations.slots = 1
    expect((await loaded(load, file)).summary.lines).toEqual({ ...NONE, changed: 1 })
  })

  it('loses no reservation: of a retired line, of fewer slots, of a day that is no longer available', async () => {
    const { database, load } = await setUp()
    const file: Bendable = sampleFile()
    const line = file.offices[0].lines[0]
    Object.assign(line, { takes_reservations: true, reservations: { slots: 3 } })
    await loaded(load, file)
    const { db } = database
    const { id: line_id, office_id } = await db
      .selectFrom('lines')
      .select(['id', 'office_id'])
      .where('slug', '=', 'firmas')
      .executeTakeFirstOrThrow()
    for (const slot of [1, 2, 3]) {
      const user_id = await bareUser({ db }, NOON)
      await db
        .insertInto('reservations')
        .values({
          id: systemRandom.uuid(),
          office_id,
          line_id,
          user_id,
          identity_hash: null,
          request_id: systemRandom.uuid(),
          state: 'confirmed',
          block_from: new Date('2026-11-24T13:00:00Z'),
          block_to: new Date('2026-11-24T13:15:00Z'),
          slot,
          slots: 3,
          once_in: null,
          inserted_at: NOON,
          confirm_by: null,
          confirmed_at: NOON,
          deleted_at: null,
          called_at: null,
          ended_at: null,
          meta: null,
        })
        .execute()
    }
    const held = () => db.selectFrom('reservations').selectAll().orderBy('slot').execute()
    const before = await held()
    expect(before).toHaveLength(3)
    line.reservations = { slots: 1, minutes: 30, unavailable_days: ['2026-11-24'] }
    await loaded(load, file)
    expect(await held()).toEqual(before)
    line.takes_reservations = false
    await loaded(load, file)
    file.offices[0].lines.shift()
    await loaded(load, file)
    file.offices.shift()
    file.clerks = []
    await loaded(load, file)
    expect(await held()).toEqual(before)
  })

  it('leaves to the desk what is the desk’s: frozen lines, and passwords', async () => {
    const { database, load } = await setUp()
    const file: Bendable = sampleFile()
    file.offices[0].lines[0].frozen = true
    await loaded(load, file)
    const frozen = async () => (await contents(database)).lines.map(line => line.frozen)
    expect(await frozen()).toEqual([true, false, false])
    await database.db.updateTable('lines').set({ frozen: false }).where('slug', '=', 'firmas').execute()
    await database.db.updateTable('lines').set({ frozen: true }).where('slug', '=', 'copias').execute()
    await database.db.updateTable('clerks').set({ password_hash: 'kept' }).execute()
    file.clerks[0].name = 'Ana María Rojas'
    await loaded(load, file)
    expect(await frozen()).toEqual([false, true, false])
    expect((await contents(database)).clerks[0]).toMatchObject({
      name: 'Ana María Rojas',
      password_hash: 'kept',
    })
  })

  it('marks an office as changed when only one of its lines did, and no other', async () => {
    const { database, clock, load } = await setUp()
    await loaded(load, sampleFile())
    clock.advance(60_000)
    const file: Bendable = sampleFile()
    file.offices[1].lines[0].line_category = null
    const { summary } = await loaded(load, file)
    expect(summary).toMatchObject({ offices: NONE, lines: { ...NONE, changed: 1 } })
    expect(await updates(database)).toEqual([
      { slug: 'notaria-uno', updated_at: NOON },
      { slug: 'salud-en-linea', updated_at: clock.now() },
    ])
  })

  it('signs a retired clerk out everywhere, and names them so that their desk can be closed', async () => {
    const { database, clock, load } = await setUp()
    await loaded(load, sampleFile())
    const { clerks, offices, modulos } = await contents(database)
    const desk = {
      office_id: offices[0]?.id ?? 0,
      clerk_id: clerks[0]?.id ?? 0,
      modulo_id: modulos[0]?.id ?? 0,
    }
    await openModulo(queueOn(database, clock), desk)
    await database.db
      .insertInto('sessions')
      .values({
        id: systemRandom.uuid(),
        user_id: null,
        clerk_id: desk.clerk_id,
        cookie_hash: systemRandom.bytes(32),
        token_hash: systemRandom.bytes(32),
        created_at: NOON,
        expires_at: new Date(NOON.getTime() + 3_600_000),
        revoked_at: null,
      })
      .execute()
    const file: Bendable = sampleFile()
    file.clerks = []
    expect((await loaded(load, file)).retiredClerks).toEqual([desk.clerk_id])
    const sessions = await database.db.selectFrom('sessions').select('revoked_at').execute()
    expect(sessions).toEqual([{ revoked_at: NOON }])
  })

  it('[ADMIN-03] leaves a retired clerk no role to come back to, and gives it again to one who is named again', async () => {
    const { database, load } = await setUp()
    const file: Bendable = sampleFile()
    file.clerks[0].role = 'administrator'
    await loaded(load, file)
    const roles = () => database.db.selectFrom('desk_roles').selectAll().orderBy('office_id').execute()
    const before = await roles()
    expect(before).toContainEqual(expect.objectContaining({ role: 'administrator' }))
    await loaded(load, { ...file, clerks: [] })
    expect(await roles()).toEqual([])
    await loaded(load, file)
    expect(await roles()).toEqual(before)
  })

  it('[ADMIN-03] a part says what a clerk may do at its own offices, and leaves them their roles elsewhere', async () => {
    const { database, load, loadPart } = await setUp()
    const whole: Bendable = sampleFile()
    whole.offices.push({ ...structuredClone(whole.offices[0]), slug: 'notaria-dos', name: 'Notaría Dos' })
    const [one, health, two] = whole.offices
    const everywhere = ['notaria-uno', 'salud-en-linea', 'notaria-dos']
    whole.clerks = [
      { ...whole.clerks[0], offices: everywhere, role: 'supervisor' },
      { user: 'luis.soto', name: 'Luis Soto', offices: everywhere, role: 'administrator' },
    ]
    await loaded(load, whole)
    const { db } = database
    const ids = new Map((await contents(database)).offices.map(({ id, slug }) => [id, slug]))
    const rolesOf = async (user: string) => {
      const roles = await db
        .selectFrom('desk_roles')
        .innerJoin('clerks', 'clerks.id', 'desk_roles.clerk_id')
        .where('user_name', '=', user)
        .select(['office_id', 'role'])
        .execute()
      return Object.fromEntries(roles.map(({ office_id, role }) => [ids.get(office_id ?? 0), role]))
    }
    const part = (offices: object[], clerks: object[]) => ({
      organizations: whole.organizations,
      offices,
      clerks,
    })
    const here = (user: string, role: string) => ({
      user,
      name: 'Otro nombre',
      offices: ['notaria-uno'],
      role,
    })
    const first = part([one], [here('ana.rojas', 'clerk'), here('luis.soto', 'clerk')])
    const { summary } = await loaded(loadPart, first)
    expect(summary.clerks).toEqual({ ...NONE, changed: 2 })
    expect(await rolesOf('ana.rojas')).toEqual({
      'notaria-uno': 'clerk',
      'salud-en-linea': 'supervisor',
      'notaria-dos': 'supervisor',
    })
    // The other notary's office is of this organization, too, and the part has no say in it.
    const administrates = (...slugs: string[]) =>
      Object.fromEntries(slugs.map(slug => [slug, 'administrator']))
    expect(await rolesOf('luis.soto')).toEqual(administrates(...everywhere))
    expect((await loaded(loadPart, first)).summary.clerks).toEqual(NONE)

    // A part with all that an organization has says who administrates it.
    await loaded(loadPart, part([one, two], [here('luis.soto', 'clerk')]))
    expect(await rolesOf('luis.soto')).toEqual({
      'notaria-uno': 'clerk',
      ...administrates('salud-en-linea'),
    })
    await loaded(loadPart, part([health], [{ ...here('luis.soto', 'clerk'), offices: ['salud-en-linea'] }]))
    expect(await rolesOf('luis.soto')).toEqual({ 'notaria-uno': 'clerk', 'salud-en-linea': 'clerk' })
    // What the whole file says holds everywhere.
    await loaded(load, { ...whole, clerks: [here('ana.rojas', 'clerk')] })
    expect([await rolesOf('ana.rojas'), await rolesOf('luis.soto')]).toEqual([{ 'notaria-uno': 'clerk' }, {}])
  })

  it('disturbs nobody at work: a load and calls at once both succeed', async () => {
    const { database, clock, load } = await setUp()
    await loaded(load, sampleFile())
    const queue = queueOn(database, clock)
    const { clerks, offices, lines } = await contents(database)
    const office = offices[1]?.id ?? 0
    const { id: modulo_id } = await database.db
      .insertInto('modulos')
      .values({ office_id: office, name: 'sala', clerk_id: null, opened_at: null })
      .returning('id')
      .executeTakeFirstOrThrow()
    const desk = { office_id: office, clerk_id: clerks[0]?.id ?? 0 }
    await openModulo(queue, { ...desk, modulo_id })
    const numbers = Array.from({ length: 10 }, () =>
      issuePaperNumber(queue, { office_id: office, line_id: lines[2]?.id ?? 0 }),
    )
    const file: Bendable = sampleFile()
    file.offices[1].name = 'Salud por internet'
    const [, ...given] = await Promise.all([loaded(load, file), ...numbers])
    expect(given).toHaveLength(10)
    await expect(callNext(queue, { ...desk, line_ids: [] })).resolves.toHaveProperty('tuid')
  })
})

onPostgres('a database whose list of time zones is older than ours', freshUrl => {
  it('[ADMIN-02] gets no office of a zone that it does not know: the file says where, and nothing is loaded', async () => {
    const url = await freshUrl()
    // The genuine list, but for the zone of 2025.
    await administer(
      url,
      `create schema older;
       create view older.pg_timezone_names as
         select * from pg_catalog.pg_timezone_names where name <> 'America/Coyhaique';
       alter database ${new URL(url).pathname.slice(1)} set search_path = older, pg_catalog, public`,
    )
    const database = await openDatabase({ dataDirectory: ':memory:', databaseUrl: url })
    const { db } = database
    try {
      const file: Bendable = sampleFile()
      file.offices[1].time_zone = 'America/Coyhaique'
      const load = () =>
        loadOffices(
          { database, clock: new MovingClock(NOON) },
          [{ file: 'offices.json', text: JSON.stringify(file, null, 2) }],
          'retire',
        )
      const outcome = await load()
      expect(outcome).toMatchObject({
        loaded: false,
        faults: [
          {
            kind: 'unknown-time-zone',
            path: 'offices[1].time_zone',
            line: expect.any(Number),
            message: expect.stringContaining('the database does not know the time zone “America/Coyhaique”'),
          },
        ],
      })
      expect(await db.selectFrom('offices').select('id').execute()).toEqual([])
      file.offices[1].time_zone = 'America/Punta_Arenas'
      expect(await load()).toMatchObject({ loaded: true })
      // Nor by the browser.
      const [first] = await readEntries(db)
      const { id } = await db
        .selectFrom('offices')
        .select('id')
        .where('slug', '=', first?.slug ?? '')
        .executeTakeFirstOrThrow()
      const moved = { ...first, time_zone: 'America/Coyhaique' }
      expect(await checkOffice(db, moved, id)).toMatchObject({
        office: null,
        faults: [{ kind: 'unknown-time-zone', path: 'time_zone' }],
      })
    } finally {
      await database.close()
    }
  })
})
