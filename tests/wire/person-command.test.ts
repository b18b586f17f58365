import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Answers } from '#contract/rest/forms.ts'
import type { MyData } from '#contract/rest/my-data.ts'
import type { Database } from '#server/database/database.ts'
import { migrate } from '#server/database/migrate.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { personColumns } from '#server/identity/temporary-person.ts'
import { bookForSomebody } from '#server/reservations/book-for-somebody.ts'
import { followSlip } from '#server/reservations/follow-slip.ts'
import { noteArrival } from '#server/reservations/note-arrival.ts'
import { removeReservation } from '#server/reservations/remove-reservation.ts'
import { takeTicket } from '#server/queue/take/take-ticket.ts'
import { createProtection, SECRET_BYTES } from '#server/secrets/protection.ts'
import { loadSecretFile } from '#server/secrets/secret-file.ts'
import { onPostgres } from '#tests/support/databases.ts'
import { queueOffice } from '#tests/support/queue-office.ts'
import { blockAt, reservationOffice } from '#tests/support/reservation-office.ts'
import { makeTemporaryDirectory, type TemporaryDirectory } from '#tests/support/temporary-directory.ts'
import { personCommand } from '#commands/person.ts'

const CANELA = { name: 'Canela Quetzal', email: 'Canela@Quetzal.example', phone: '+56947301862' }
const RUT = '16.842.379-9'

/** @param typed the line that comes by standard input */
async function runPerson(environment: Record<string, string>, args: string[], typed?: string) {
  const said = { out: '', err: '' }
  const around = {
    environment,
    out: (text: string) => void (said.out += text),
    err: (text: string) => void (said.err += text),
  }
  const exit = await personCommand(args, around, async () => typed ?? expect.fail('nothing is typed'))
  return { exit, ...said }
}

/** Where the people are, and by which settings the command finds them. */
interface Place {
  environment: Record<string, string>
  open(): Promise<Database>
  secret(): Promise<Uint8Array>
}

function personTests(openPlace: () => Promise<Place>): void {
  let place: Place
  /** Two who typed one document, and one who did not. */
  let ids: [string, string, string]
  let tuid: string

  async function withDatabase<T>(work: (database: Database) => Promise<T>): Promise<T> {
    const database = await place.open()
    try {
      return await work(database)
    } finally {
      await database.close()
    }
  }
  const run = (...args: string[]) => runPerson(place.environment, args)
  const readOut = async (who: string, which = 'all') =>
    JSON.parse((await run('export', who, which)).out) as MyData[]

  beforeAll(async () => {
    place = await openPlace()
    await withDatabase(async database => {
      await migrate(database)
      const protection = createProtection(await place.secret())
      const office = await queueOffice(database)
      const made: string[] = []
      for (const [identity, email] of [
        [RUT, CANELA.email],
        [RUT, 'otra@correo.example'],
        ['AB12345', 'tercera@correo.example'],
      ] as const) {
        const id = await office.user()
        const person = { ...CANELA, email, identity }
        const identityType = identity === RUT ? 'rut' : 'dni'
        await database.db
          .updateTable('users')
          .set(personColumns({ protection }, id, { person, identityType }))
          .where('id', '=', id)
          .execute()
        made.push(id)
      }
      ids = made as typeof ids
      tuid = (await office.take(await office.line(), ids[0])).tuid
    })
  })

  it.each([
    { args: [] },
    { args: ['export'] },
    { args: ['export', RUT, 'all', 'too'] },
    { args: ['forget', RUT] },
  ])('misused ($args) says how it is used, and ends with 2', async ({ args }) => {
    const { exit, out, err } = await run(...args)
    expect([exit, out]).toEqual([2, ''])
    expect(err).toContain('numerito person export WHO')
  })

  it('[KEEP-03] reads out whoever is known by an e-mail, or by a document however it is written', async () => {
    const [one] = await readOut('canela@quetzal.example')
    expect(one).toMatchObject({
      user_id: ids[0],
      kept: { users: [{ person: { ...CANELA, identity: RUT } }], tickets: [{ id: tuid }] },
    })
    const byRut = await readOut('168423799')
    expect(byRut.map(({ user_id }) => user_id).sort()).toEqual([ids[0], ids[1]].sort())
    expect(await run('export', 'nadie@correo.example')).toMatchObject({
      exit: 1,
      out: '',
      err: 'nobody is known by that\n',
    })
  })

  it('[KEEP-03] reads nobody out before it is said who of those that typed one document is meant', async () => {
    const asked = await run('export', RUT)
    expect(asked).toMatchObject({ exit: 0, err: '' })
    for (const id of ids.slice(0, 2)) expect(asked.out).toContain(`${id}  Canela Quetzal  without an account`)
    expect(asked.out).toMatch(/nothing was read out: say which, by its id, or «all»\n$/)
    expect(asked.out).not.toContain('correo.example')
    expect(await run('export', RUT, ids[2])).toMatchObject({
      exit: 1,
      out: '',
      err: 'none of them has that id\n',
    })
    expect((await readOut(RUT, ids[1])).map(({ user_id }) => user_id)).toEqual([ids[1]])
  })

  it('[KEEP-03] takes from its input, too, who it is: what is typed behind a command all can read', async () => {
    const asked = await runPerson(place.environment, ['export', '-', ids[1]], RUT)
    expect((JSON.parse(asked.out) as MyData[]).map(({ user_id }) => user_id)).toEqual([ids[1]])
  })

  it('[KEEP-03] finds whoever came by a paper, without a name, by what they said for a number or a time', async () => {
    const document = '7.654.321-6'
    const [taker, booker] = await withDatabase(async database => {
      const protection = createProtection(await place.secret())
      const office = await reservationOffice(database)
      const [taker, booker] = [await office.user(), await office.user()]
      const { tuid } = await office.take(await office.line(), taker)
      const line = await office.reserveLine()
      const { id } = await office.book(line, blockAt(await office.blocks(line, '2026-11-23'), 40), booker)
      // As the operator's own installation seals and hashes it.
      const identity_hash = protection.identityHash('rut', document)
      const meta = protection.sealMeta({ answers: { correo: ' Paquita@Papel.example' } })
      await database.db
        .updateTable('tickets')
        .set({ identity_hash, meta: null })
        .where('id', '=', tuid)
        .execute()
      await database.db
        .updateTable('reservations')
        .set({ identity_hash, meta })
        .where('id', '=', id)
        .execute()
      return [taker, booker]
    })
    const asked = await run('erase', document)
    expect(asked.out).toContain(`${taker}  (no name)  without an account`)
    expect(asked.out).toContain(booker)
    const byEmail = await readOut('paquita@papel.example')
    expect(byEmail.map(({ user_id }) => user_id)).toEqual([booker])
    for (const id of [taker, booker])
      expect(await run('erase', document, id)).toMatchObject({ exit: 0, out: `erased ${id}\n` })
    expect(await run('export', document)).toMatchObject({ exit: 1, err: 'nobody is known by that\n' })
  })

  it('[KEEP-03] finds whoever said their document in a form, also in the turn of somebody with a name', async () => {
    const document = '11.222.333-9'
    const asks = (id: string, fieldType: 'rut' | 'dni') => ({
      id,
      fieldType,
      question: id,
      limit: null,
      required: true,
      validCharacter: null,
      validMessage: null,
      active: true,
    })
    const [byPaper, known] = await withDatabase(async database => {
      const protection = createProtection(await place.secret())
      const office = await queueOffice(database)
      const context = { ...office.context, protect: protection }
      const people = [await office.user(), await office.user()] as const
      const lines = [
        await office.line({ ticket_form: [asks('el-rut', 'rut')] }),
        await office.line({ prefix: 'B', ticket_form: [asks('documento', 'dni')] }),
      ]
      // As the application asks for a number: what was said of oneself travels as answers alone.
      const answers: Answers[] = [{ 'el-rut': document }, { documento: '11222333-9' }]
      for (const [index, user_id] of people.entries())
        await takeTicket(context, {
          office: { office_id: office.office_id },
          line_id: lines[index] ?? 0,
          user_id,
          request_id: randomUUID(),
          meta: { answers: answers[index] },
        })
      const person = { name: 'Hija Quetzal', email: 'hija@quetzal.example', phone: null, identity: RUT }
      await database.db
        .updateTable('users')
        .set({ person: protection.sealPerson(person, people[1]) })
        .where('id', '=', people[1])
        .execute()
      return people
    })
    const asked = await run('erase', document)
    expect(asked.out).toMatch(
      new RegExp(`^${byPaper}  \\(no name\\)  without an account .*said for a turn$`, 'm'),
    )
    expect(asked.out).toMatch(new RegExp(`^${known}  Hija Quetzal .*said for a turn$`, 'm'))
    expect((await run('erase', '16.842.379-9')).out).not.toContain('said for a turn')
    // It may be her mother's: by «all» nobody is meant who has a name, and only said it.
    expect(await run('erase', document, 'all')).toMatchObject({ exit: 0, out: `erased ${byPaper}\n` })
    expect(await run('erase', document, 'all')).toMatchObject({
      exit: 1,
      err: 'it is nobody’s own: say an id\n',
    })
    expect(await run('erase', document, known ?? '')).toMatchObject({ exit: 0, out: `erased ${known}\n` })
    expect(await run('erase', document)).toMatchObject({ exit: 1, err: 'nobody is known by that\n' })
  })

  it('[KEEP-03] [DESK-11] reads out and erases whom a desk booked for: the time is free, and told so', async () => {
    const document = '9.876.543-3'
    const name = 'Rosa Papel'
    const tomorrow = new Date(Date.now() + 24 * 3_600_000).toISOString().slice(0, 10)
    const { office_id, booked } = await withDatabase(async database => {
      const office = await reservationOffice(database)
      // The command goes by the machine's clock, and tells free times of days to come alone.
      office.clock.at = new Date()
      const line_id = await office.reserveLine({ slots: 5 })
      const desk = await office.clerk()
      const block = blockAt(await office.blocks(line_id, tomorrow), 40)
      const protection = createProtection(await place.secret())
      const booked: string[] = []
      const bare: Answers = { name }
      for (const answers of [{ name, email: 'Rosa@Papel.example' }, bare, bare, bare]) {
        const { id } = await bookForSomebody(
          { ...office.context, protect: protection },
          {
            ...desk,
            line_id,
            from: block.from,
            to: block.to,
            request_id: randomUUID(),
            name,
            meta: { rut: document, answers },
          },
        )
        booked.push(id)
      }
      const { context, reservation } = office
      // One was given back, one a phone has by now, and one was called and attended.
      const [, given, followed, called] = booked as [string, string, string, string]
      await removeReservation(context, { ...desk, id: given, reason: 'Lo pidió' })
      await followSlip(
        { ...context, protect: protection },
        { secret: protection.slipSecret(followed), user_id: await office.user() },
      )
      office.clock.at = new Date(block.from)
      await noteArrival(context, { ...desk, id: called })
      await office.call(desk)
      const tuid = office.told.findLast(fact => fact.name === 'call:created')?.ticket_id ?? ''
      const note = Buffer.from(protection.sealNote('Trae el poder de Rosa', tuid))
      await database.db
        .insertInto('ticket_notes')
        .values({ ticket_id: tuid, note, noted_at: context.clock.now() })
        .execute()
      expect((await reservation(called)).state).toBe('called')
      return { office_id: office.office_id, booked }
    })
    const [held, given, followed, called] = booked as [string, string, string, string]

    const told = await readOut(document)
    const times = told.filter(({ user_id }) => user_id === null)
    expect(
      times
        .flatMap(({ kept }) => kept.reservations ?? [])
        .map(({ id }) => String(id))
        .sort(),
    ).toEqual([held, given, called].sort())
    const byEmail = await readOut('rosa@papel.example')
    expect(byEmail).toMatchObject([
      {
        user_id: null,
        kept: {
          reservations: [
            {
              id: held,
              booked_for: name,
              meta: { answers: { name, email: 'Rosa@Papel.example' } },
              office: expect.stringMatching('Sucursal'),
            },
          ],
          ticket_notes: [],
        },
      },
    ])
    expect(times.flatMap(({ kept }) => kept.ticket_notes)).toMatchObject([{ note: 'Trae el poder de Rosa' }])

    const asked = await run('erase', document)
    expect(asked.out).toContain(`${held}  ${name}  booked at a desk for ${tomorrow}`)
    expect(asked.out).toContain('nothing was erased')
    const factsOf = () =>
      withDatabase(({ db }) =>
        db
          .selectFrom('facts')
          .select(['kind', 'reservation_id', 'detail'])
          .where('office_id', '=', office_id)
          .orderBy('seq')
          .execute(),
      )
    const before = (await factsOf()).length
    const givenFor = JSON.stringify(times.map(({ kept }) => kept.desk_acts))
    expect(givenFor).toContain('Lo pidió')
    for (const id of [held, called, given])
      expect(await run('erase', document, id)).toMatchObject({ exit: 0, out: `erased ${id}\n` })
    expect((await factsOf()).slice(before)).toMatchObject([
      { kind: 'reserve:updated', reservation_id: held, detail: { state: 'removed', blocks: [{}] } },
    ])
    const left = await withDatabase(async ({ db }) => ({
      rows: await db.selectFrom('reservations').selectAll().where('id', 'in', booked).execute(),
      notes: await db.selectFrom('ticket_notes').selectAll().execute(),
      reasons: await db.selectFrom('desk_acts').select('id').where('reason', 'is not', null).execute(),
    }))
    expect(left.reasons).toEqual([])
    const byId = new Map(left.rows.map(row => [row.id, row]))
    const nobody = { booked_for: null, identity_hash: null, meta: null }
    expect(byId.get(held)).toMatchObject({ ...nobody, state: 'removed' })
    // What the desk has called stays the desk's to end.
    expect(byId.get(called)).toMatchObject({ ...nobody, state: 'called' })
    expect(left.notes).toEqual([])
    // Whose phone has it holds it on, and answers for it.
    expect(byId.get(followed)).toMatchObject({ state: 'confirmed', booked_for: expect.anything() })
  })

  it('[KEEP-03] erases nobody before it is said who of those that typed one document is meant', async () => {
    const asked = await run('erase', RUT)
    expect(asked.out).toContain(ids[0])
    expect(asked.out).toContain(ids[1])
    expect(asked.out).toContain('nothing was erased')
    expect(await run('erase', RUT, ids[2])).toMatchObject({ exit: 1, err: 'none of them has that id\n' })
    expect(await run('erase', RUT, ids[0])).toMatchObject({ exit: 0, out: `erased ${ids[0]}\n` })
    const left = await withDatabase(async ({ db }) => ({
      users: await db.selectFrom('users').select('id').where('person', 'is not', null).execute(),
      ticket: await db
        .selectFrom('tickets')
        .select(['state', 'identity_hash'])
        .where('id', '=', tuid)
        .execute(),
    }))
    expect(left.users.map(({ id }) => id).sort()).toEqual([ids[1], ids[2]].sort())
    expect(left.ticket).toEqual([{ state: 'given-up', identity_hash: null }])
  })
}

describe('numerito person · embedded', () => {
  let directory: TemporaryDirectory
  const data = () => join(directory.path, 'data')
  const open = () => openDatabase({ dataDirectory: join(data(), 'database') })
  afterAll(() => directory.remove())

  personTests(async () => {
    directory = makeTemporaryDirectory('person')
    return {
      environment: { NUMERITO_DATA: data() },
      open,
      secret: () => loadSecretFile(data(), async () => false),
    }
  })

  it('says to stop the server where it holds the database', async () => {
    const server = await open()
    expect(await runPerson({ NUMERITO_DATA: data() }, ['export', RUT])).toMatchObject({
      exit: 1,
      err: expect.stringContaining('Stop the server first.'),
    })
    await server.close()
  })
})

onPostgres('numerito person', freshUrl => {
  let databaseUrl: string
  let environment: Record<string, string>
  const open = () => openDatabase({ dataDirectory: ':memory:', databaseUrl })

  personTests(async () => {
    databaseUrl = await freshUrl()
    const secret = new Uint8Array(SECRET_BYTES).fill(7)
    const NUMERITO_SECRET = Buffer.from(secret).toString('base64')
    environment = { DATABASE_URL: databaseUrl, NUMERITO_SECRET }
    return { environment, open, secret: async () => secret }
  })

  it('[KEEP-03] reads out beside a server that works', async () => {
    const server = await open()
    expect(await runPerson(environment, ['export', RUT])).toMatchObject({ exit: 0, err: '' })
    await server.close()
  })
})
