import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { TEMPORARY_PERSON_KEPT_MS } from '#contract/limits.ts'
import type { Database } from '#server/database/database.ts'
import { STEP } from '#server/database/step-by-step.ts'
import { officeFigures } from '#server/figures/office-figures.ts'
import { prunePresses } from '#server/facts/prune-presses.ts'
import { keepDays } from '#server/figures/keep-days.ts'
import { discardSpent } from '#server/identity/discard-spent.ts'
import { forgetTemporaryPeople } from '#server/identity/forget-temporary-people.ts'
import { closeOffices } from '#server/queue/day/close-offices.ts'
import { resumeLines } from '#server/queue/day/resume-lines.ts'
import { freeModulos } from '#server/queue/desk/free-modulos.ts'
import { forgetPreference } from '#server/queue/turn/forget-preference.ts'
import { learnWaits } from '#server/queue/lines/learn-waits.ts'
import { expireTickets } from '#server/queue/turn/expire-tickets.ts'
import { expireReservations } from '#server/reservations/expire-reservations.ts'
import { pruneTurns } from '#server/retention/prune-turns.ts'
import { countedStatements } from '#tests/support/counted-statements.ts'
import { eachDatabase } from '#tests/support/databases.ts'
import { NOON, type QueueOffice, queueOffice } from '#tests/support/queue-office.ts'
import { reservation } from '#tests/support/queue-reservations.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS

/** Whoever writes such a row fails, each time: as by a fault of it that no test foresaw. */
async function trouble({ db }: Database, table: string, act: 'insert or update' | 'delete', such: string) {
  await sql
    .raw(`
    create function in_trouble() returns trigger language plpgsql as $$
    begin
      raise exception 'in trouble';
    end $$`)
    .execute(db)
  await sql
    .raw(
      `create trigger in_trouble before ${act} on ${table} for each row when (${such}) execute function in_trouble()`,
    )
    .execute(db)
}

const left = (office: QueueOffice, table: 'tickets' | 'reservations', such: string) =>
  sql<{ of: number }>`
    select count(*)::integer as of from ${sql.table(table)} t where office_id = ${office.office_id} and ${sql.raw(such)}`
    .execute(office.context.database.db)
    .then(({ rows }) => rows[0]?.of)

/** Somebody took a number there, and gave it up. */
async function leftNow(office: QueueOffice, line: number) {
  await office.fill(line, 1)
  await sql`update tickets set state = 'given-up', ended_at = ${NOON} where line_id = ${line}`.execute(
    office.context.database.db,
  )
}

interface OfOffices {
  name: string
  table: string
  act?: 'delete'
  /** What in it is to fail. */
  whose(office: QueueOffice, line: number): string
  prepare(office: QueueOffice, line: number): Promise<unknown>
  /** By how much later it is looked after. */
  laterMs: number
  run(context: QueueOffice['context']): Promise<unknown>
  isDone(office: QueueOffice, line: number): Promise<boolean>
}

const ofOffice = ({ office_id }: QueueOffice) => `new.office_id = ${office_id}`

const OF_OFFICES: OfOffices[] = [
  {
    name: 'people who wait no more',
    table: 'tickets',
    whose: ofOffice,
    prepare: (office, line) => office.fill(line, 1),
    laterMs: 7 * HOUR_MS,
    run: expireTickets,
    isDone: async office => (await left(office, 'tickets', `state = 'waiting'`)) === 0,
  },
  {
    name: 'times that were missed',
    table: 'reservations',
    whose: ofOffice,
    prepare: (office, line) => reservation(office, line, { inMinutes: 5 }),
    laterMs: 7 * HOUR_MS,
    run: expireReservations,
    isDone: async office => (await left(office, 'reservations', 'ended_at is null')) === 0,
  },
  {
    name: 'offices that close',
    table: 'tickets',
    whose: ofOffice,
    prepare: async (office, line) => {
      await office.fill(line, 1)
      await sql`update offices set hours = '[]' where id = ${office.office_id}`.execute(
        office.context.database.db,
      )
    },
    laterMs: 13 * HOUR_MS,
    run: closeOffices,
    isDone: async office => (await left(office, 'tickets', `state = 'waiting'`)) === 0,
  },
  {
    name: 'lines that rest no more',
    table: 'lines',
    whose: ofOffice,
    prepare: (office, line) =>
      sql`update lines set frozen = true, frozen_until = ${NOON} where id = ${line}`.execute(
        office.context.database.db,
      ),
    laterMs: 1,
    run: resumeLines,
    isDone: async (office, line) =>
      !(
        await office.context.database.db
          .selectFrom('lines')
          .select('frozen')
          .where('id', '=', line)
          .executeTakeFirst()
      )?.frozen,
  },
  {
    name: 'modulos that were left',
    table: 'modulos',
    whose: ofOffice,
    prepare: async office => {
      const { clerk_id } = await office.clerk()
      await sql`
        insert into sessions (id, clerk_id, cookie_hash, token_hash, created_at, expires_at)
        values (gen_random_uuid(), ${clerk_id}, decode(md5(${`c ${clerk_id}`}), 'hex'), decode(md5(${`t ${clerk_id}`}), 'hex'),
          ${NOON}, ${new Date(NOON.getTime() + HOUR_MS)})`.execute(office.context.database.db)
    },
    laterMs: 2 * HOUR_MS,
    run: freeModulos,
    isDone: async office =>
      (
        await office.context.database.db
          .selectFrom('modulos')
          .select('clerk_id')
          .where('office_id', '=', office.office_id)
          .execute()
      ).every(({ clerk_id }) => clerk_id === null),
  },
  {
    name: 'what days say of waits',
    table: 'line_habits',
    whose: (_office, line) => `new.line_id = ${line}`,
    prepare: (office, line) => office.fill(line, 1),
    laterMs: DAY_MS,
    run: learnWaits,
    isDone: async (office, line) =>
      (
        await office.context.database.db
          .selectFrom('line_habits')
          .select('line_id')
          .where('line_id', '=', line)
          .execute()
      ).length > 0,
  },
  {
    name: 'turns of long ago',
    table: 'tickets',
    act: 'delete',
    whose: ({ office_id }) => `old.office_id = ${office_id}`,
    prepare: leftNow,
    laterMs: 60 * DAY_MS,
    run: context => pruneTurns(context, 30),
    isDone: async office => (await left(office, 'tickets', 'true')) === 0,
  },
]

eachDatabase('what is looked after goes on behind what is in trouble, and says so', open => {
  it.each(OF_OFFICES)('$name', async ({ table, act, whose, prepare, laterMs, run, isDone }) => {
    const database = await open()
    const offices = [await queueOffice(database), await queueOffice(database)] as const
    const lines = [await offices[0].line(), await offices[1].line()] as const
    for (const of of [0, 1] as const) await prepare(offices[of], lines[of])
    const [bad, good] = offices
    await trouble(database, table, act ?? 'insert or update', whose(bad, lines[0]))
    good.clock.advance(laterMs)
    await expect(run(good.context)).rejects.toThrow('in trouble')
    expect([await isDone(bad, lines[0]), await isDone(good, lines[1])]).toEqual([false, true])
  })

  it('[KEEP-03] people behind one who cannot be forgotten', async () => {
    const database = await open()
    await sql`
      insert into users (id, temporal, person, created_at)
      select md5('user ' || n)::uuid, true, '\\x00', ${NOON}::timestamptz - interval '60 days' + n * interval '1 s'
      from generate_series(1, ${sql.lit(2 * STEP)}) as n`.execute(database.db)
    await trouble(database, 'users', 'insert or update', `new.id = md5('user 1')::uuid`)
    const context = { database, clock: { now: () => NOON } }
    await expect(forgetTemporaryPeople(context, TEMPORARY_PERSON_KEPT_MS)).rejects.toThrow('in trouble')
    const known = await database.db.selectFrom('users').select('id').where('person', 'is not', null).execute()
    expect(known).toHaveLength(1)
  })

  it('[KEEP-03] nobody is gone through one by one where not one can be forgotten', async () => {
    const database = await open()
    await sql`
      insert into users (id, temporal, person, created_at)
      select md5('user ' || n)::uuid, true, '\\x00', ${NOON}::timestamptz - interval '60 days' + n * interval '1 s'
      from generate_series(1, ${sql.lit(3 * STEP)}) as n`.execute(database.db)
    await trouble(database, 'users', 'insert or update', 'true')
    let begun = 0
    const counted: Database = {
      ...database,
      transaction: work => {
        begun += 1
        return database.transaction(work)
      },
    }
    const context = { database: counted, clock: { now: () => NOON } }
    await expect(forgetTemporaryPeople(context, TEMPORARY_PERSON_KEPT_MS)).rejects.toThrow('in trouble')
    // The first step of them, each of its rows, and the other steps, the last of which finds nobody.
    expect(begun).toBe(1 + STEP + 2 + 1)
  })

  it('[KEEP-03] no row is gone through by itself behind those of which not one can go', async () => {
    const database = await open()
    const { clerk_id } = await (await queueOffice(database)).clerk()
    await sql`
      insert into desk_presses (clerk_id, id, at, done)
      select ${clerk_id}::integer, gen_random_uuid(), '2025-01-01'::timestamptz + n * interval '1 s', true
      from generate_series(1, ${sql.lit(3 * STEP)}) as n`.execute(database.db)
    await trouble(database, 'desk_presses', 'delete', 'true')
    const { database: counted, during } = countedStatements(database)
    const prune = () => prunePresses({ database: counted, clock: { now: () => NOON } })
    expect(await during(() => expect(prune()).rejects.toThrow('in trouble'))).toBe(1 + STEP)
  })

  it('[KEEP-03] turns beside and behind one that cannot go', async () => {
    const database = await open()
    const office = await queueOffice(database)
    const line = await office.line()
    // By their ids they go.
    const [stays = ''] = (await office.fill(line, 3)).sort()
    office.clock.advance(DAY_MS)
    await office.fill(line, 2)
    await sql`update tickets set state = 'given-up', ended_at = inserted_at`.execute(database.db)
    await trouble(database, 'tickets', 'delete', `old.id = '${stays}'`)
    office.clock.advance(60 * DAY_MS)
    await expect(pruneTurns(office.context, 30)).rejects.toThrow('in trouble')
    expect(await database.db.selectFrom('tickets').select('id').execute()).toEqual([{ id: stays }])
  })

  it('[STAT-01] days of an office beside one of which the days cannot be kept', async () => {
    const database = await open()
    const offices = [await queueOffice(database), await queueOffice(database)] as const
    for (const office of offices) await leftNow(office, await office.line())
    const [bad, good] = offices
    await trouble(database, 'day_figures', 'insert or update', ofOffice(bad))
    good.clock.advance(90 * DAY_MS)
    await expect(keepDays(good.context)).rejects.toThrow('in trouble')
    const kept = await database.db.selectFrom('day_figures').select('office_id').execute()
    expect(kept).toEqual(Array.from({ length: 28 }, () => ({ office_id: good.office_id })))
    // Whoever asks is told all the same.
    const asked = { office_id: bad.office_id, from: '2026-11-01', to: '2026-11-30' }
    expect((await officeFigures(bad.context, asked)).all).toMatchObject({ taken: 1 })
  })

  it('[STAT-01] days of an office behind one that cannot be kept', async () => {
    const database = await open()
    const office = await queueOffice(database)
    const began = (await sql<{ day: string }>`select ${NOON}::timestamptz::date as day`.execute(database.db))
      .rows[0]
    await leftNow(office, await office.line())
    await trouble(database, 'day_figures', 'insert or update', `new.day = '${began?.day}'`)
    office.clock.advance(4 * DAY_MS)
    await expect(keepDays(office.context)).rejects.toThrow('in trouble')
    const kept = await database.db.selectFrom('day_figures').select('day').execute()
    expect(kept.map(({ day }) => day).sort()).toEqual(['2026-11-22', '2026-11-23'])
  })

  it('[STAT-01] days of an office behind as many as one run looks after, all of them in trouble', async () => {
    const database = await open()
    const offices: QueueOffice[] = []
    for (let nth = 0; nth < 57; nth++) offices.push(await queueOffice(database))
    for (const office of offices) await leftNow(office, await office.line())
    const good = offices.at(-1) ?? expect.fail('some were made')
    await trouble(database, 'day_figures', 'insert or update', `new.office_id <> ${good.office_id}`)
    good.clock.advance(2 * DAY_MS)
    for (let run = 0; run < 2; run++) await expect(keepDays(good.context)).rejects.toThrow('in trouble')
    const kept = await database.db.selectFrom('day_figures').select('office_id').execute()
    expect(kept).toEqual([{ office_id: good.office_id }])
  })

  it('[WAIT-04] a line behind as many as one run learns of, all of them in trouble', async () => {
    const database = await open()
    const office = await queueOffice(database)
    const lines: number[] = []
    for (let nth = 0; nth < 81; nth++) lines.push(await office.line())
    for (const line of lines) await office.fill(line, 1)
    const [mended, good] = [lines[60], lines.at(-1)]
    await trouble(database, 'line_habits', 'insert or update', `new.line_id <> ${good}`)
    office.clock.advance(DAY_MS)
    const learn = () => expect(learnWaits(office.context)).rejects.toThrow('in trouble')
    const learned = async () =>
      (await database.db.selectFrom('line_habits').select('line_id').orderBy('line_id').execute()).map(
        ({ line_id }) => line_id,
      )
    for (let run = 0; run < 3; run++) await learn()
    expect(await learned()).toEqual([good])
    // Whoever is in trouble no more has a turn as well.
    await sql`drop trigger in_trouble on line_habits`.execute(database.db)
    await sql`
      create trigger in_trouble before insert on line_habits for each row when (new.line_id <> ${sql.lit(mended)})
      execute function in_trouble()`.execute(database.db)
    await learn()
    expect(await learned()).toEqual([mended, good])
  })

  it('offices beside one of a time zone that the database does not know', async () => {
    const database = await open()
    const offices = [await queueOffice(database), await queueOffice(database)] as const
    const [bad, good] = offices
    const lines: number[] = []
    for (const office of offices) {
      const line = await office.line()
      lines.push(line)
      await office.fill(line, 1)
      await sql`update tickets set state = 'given-up', ended_at = inserted_at, preference = 'given'
        where line_id = ${line}`.execute(database.db)
    }
    await sql`update offices set time_zone = 'Mars/Olympus' where id = ${bad.office_id}`.execute(database.db)
    const unknown = /Mars\/Olympus/
    good.clock.advance(3 * DAY_MS)
    await expect(keepDays(good.context)).rejects.toThrow(unknown)
    await expect(learnWaits(good.context)).rejects.toThrow(unknown)
    await forgetPreference(good.context)
    const kept = await database.db.selectFrom('day_figures').select('office_id').distinct().execute()
    expect(kept).toEqual([{ office_id: good.office_id }])
    const learned = await database.db.selectFrom('line_habits').select('line_id').execute()
    expect(learned).toEqual([{ line_id: lines[1] }])
    expect(await left(good, 'tickets', 'preference is not null')).toBe(0)
    // Whoever waits there is told how long, all the same.
    expect((await bad.context.lines.now(bad.office_id)).lines).toHaveLength(1)
    good.clock.advance(60 * DAY_MS)
    await expect(pruneTurns(good.context, 30)).rejects.toThrow(unknown)
    expect([await left(bad, 'tickets', 'true'), await left(good, 'tickets', 'true')]).toEqual([1, 0])
  })

  it('offices beside one of a time zone that this Node does not know', async () => {
    const database = await open()
    // The database's list has it.
    const offices = [await queueOffice(database, { time_zone: 'Factory' }), await queueOffice(database)]
    const lines: number[] = []
    for (const office of offices) {
      const line = await office.line()
      lines.push(line)
      await leftNow(office, line)
    }
    const good = offices[1] ?? expect.fail('two were made')
    good.clock.advance(3 * DAY_MS)
    await keepDays(good.context)
    await learnWaits(good.context)
    const kept = database.db.selectFrom('day_figures').select('office_id').distinct()
    expect(await kept.execute()).toContainEqual({ office_id: good.office_id })
    const learned = await database.db.selectFrom('line_habits').select('line_id').execute()
    expect(learned).toContainEqual({ line_id: lines[1] })
    good.clock.advance(60 * DAY_MS)
    await pruneTurns(good.context, 30)
    expect(await left(good, 'tickets', 'true')).toBe(0)
  })

  it('[KEEP-03] an id is left of nobody, though a server should die over the last of their turns', async () => {
    const database = await open()
    const office = await queueOffice(database)
    await leftNow(office, await office.line())
    const turn = await database.db.selectFrom('tickets').select('user_id').executeTakeFirstOrThrow()
    await database.db.updateTable('users').set({ temporal: true, person: null }).execute()
    await trouble(database, 'users', 'delete', `old.id = '${turn.user_id}'`)
    office.clock.advance(60 * DAY_MS)
    await expect(pruneTurns(office.context, 30)).rejects.toThrow('in trouble')
    expect(await left(office, 'tickets', 'true')).toBe(1)
    await sql`drop trigger in_trouble on users`.execute(database.db)
    await pruneTurns(office.context, 30)
    expect(await left(office, 'tickets', 'true')).toBe(0)
    expect(await database.db.selectFrom('users').select('id').execute()).toEqual([])
  })

  it('[KEEP-03] old sessions behind captchas that stay', async () => {
    const database = await open()
    const user = await (await queueOffice(database)).user()
    await sql`insert into used_captchas (signature, expires_at) values ('x', '2020-01-01')`.execute(
      database.db,
    )
    await sql`
      insert into sessions (id, user_id, cookie_hash, token_hash, created_at, expires_at, revoked_at)
      values (gen_random_uuid(), ${user}, '\\x01', '\\x01', '2026-01-01', '2030-01-01', '2026-01-01')`.execute(
      database.db,
    )
    await trouble(database, 'used_captchas', 'delete', 'true')
    await expect(discardSpent({ database, clock: { now: () => NOON } })).rejects.toThrow('in trouble')
    expect(await database.db.selectFrom('sessions').select('id').execute()).toEqual([])
  })
})
