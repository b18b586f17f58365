import { sql, type Transaction } from 'kysely'
import { expect, it } from 'vitest'
import { TEMPORARY_PERSON_KEPT_MS } from '#contract/limits.ts'
import { STEP } from '#server/database/step-by-step.ts'
import type { Tables } from '#server/database/tables.ts'
import { pruneFacts } from '#server/facts/prune-facts.ts'
import { forgetTemporaryPeople } from '#server/identity/forget-temporary-people.ts'
import { pruneReservations } from '#server/retention/prune-reservations.ts'
import { eachDatabase } from '#tests/support/databases.ts'
import { NOON } from '#tests/support/queue-office.ts'
import { rowsReadOfEach } from '#tests/support/rows-read-by-kept-plans.ts'
import { fillUpkeep, UPKEEP, type Upkeep } from '#tests/support/upkeep-rows.ts'

/** So many steps that whoever reads all that there is at each of them is told from whoever does not. */
const OVER = 6 * STEP + 50
const TODAY = 2_000
const ALL = OVER + TODAY
/** What the planner may read beside. */
const FEW = 150

/** An index says which of their rows are over: those of today are not read. */
const BY_INDEX: readonly string[] = [
  'desk_acts',
  'desk_presses',
  'facts',
  'jobs',
  'knocks',
  'sessions',
  'whatsapp_messages',
  'whatsapp_numbers',
]

const DAY_MS = 24 * 3_600_000
const hash = sql`decode(md5(gen_random_uuid()::text), 'hex')`

const MORE: Upkeep[] = [
  {
    name: 'facts',
    fill: ({ office_id, line_id }) => [
      sql`insert into facts (office_id, seq, kind, at, line_id, detail)
        select ${office_id}::integer, n, 'call:created', at, ${line_id}::integer, '{}' from of_upkeep`,
    ],
    kept: [['facts']],
    run: (context, ending) => pruneFacts(context, 30 * DAY_MS, ending),
  },
  {
    name: 'people, behind many who come still',
    fill: () => [
      sql`insert into users (id, temporal, person, created_at, last_turn_at)
        select md5('user ' || n)::uuid, true, ${hash}, at - interval '400 days' + n * interval '1 s', at from of_upkeep`,
      sql`insert into handover_codes (code_hash, user_id, expires_at)
        select ${hash}, md5('user ' || n)::uuid, at from of_upkeep`,
      sql`insert into sign_in_attempts
        (id, provider, state_hash, browser_hash, secrets, asked_by, mode, origin, next, language, created_at, expires_at)
        select gen_random_uuid(), 'google', ${hash}, ${hash}, ${hash}, md5('user ' || n)::uuid, 'popup', '', '', 'es', at, at
        from of_upkeep`,
    ],
    kept: [['users', 'person is not null'], ['handover_codes'], ['sign_in_attempts']],
    run: (context, ending) => forgetTemporaryPeople(context, TEMPORARY_PERSON_KEPT_MS, ending),
  },
  {
    name: 'times, behind those whose number is still there',
    fill: ({ office_id, line_id, user_id }) => {
      const times = (state: string) => sql`
        insert into reservations (id, office_id, line_id, user_id, request_id, state, block_from, block_to, slot, slots, inserted_at, deleted_at)
        select md5(${sql.lit(state)} || n)::uuid, ${office_id}::integer, ${line_id}::integer, ${user_id}::uuid, gen_random_uuid(),
          ${sql.lit(state)}, at - n * interval '1 min', at - n * interval '1 min' + interval '30 s', 1, 1, at, case when ${sql.lit(state)} = 'cancelled' then at end
        from of_upkeep`
      return [
        times('attended'),
        times('cancelled'),
        sql`insert into tickets (id, office_id, line_id, day, prefix, state, place, inserted_at, ended_at, reservation_id)
          select id, office_id, line_id, '2025-01-01', 'A', 'attended', 0, inserted_at, inserted_at, id
          from reservations where state = 'attended'`,
      ]
    },
    kept: [['reservations', "state = 'cancelled'"]],
    run: (context, ending) => pruneReservations(context, 30, ending),
  },
]

eachDatabase('what is looked after is read, and not all that there is once for each step', open => {
  it.each([...UPKEEP, ...MORE])('$name', async ({ fill, kept, run }) => {
    const database = await open()
    await fillUpkeep(database, { fill }, { over: OVER, today: TODAY })
    await sql`analyze`.execute(database.db)
    const left = async () => {
      const counts: number[] = []
      for (const [table, such = 'true'] of kept) {
        const { rows } = await sql<{ of: number }>`
          select count(*)::integer as of from ${sql.table(table)} where ${sql.raw(such)}`.execute(database.db)
        counts.push(rows[0]?.of ?? 0)
      }
      return counts
    }
    expect(await left()).toEqual(kept.map(() => ALL))
    const tables = [...new Set(kept.map(([table]) => table))]
    const read = await rowsReadOfEach(database, tables, here =>
      run({
        database: { ...here, transaction: change => change(here.db as Transaction<Tables>) },
        clock: { now: () => NOON },
      }),
    )
    expect(await left()).toEqual(kept.map(() => TODAY))
    for (const [table, rows] of read)
      expect([table, rows, rows < (BY_INDEX.includes(table) ? 2 * OVER + FEW : 4 * ALL)]).toEqual([
        table,
        rows,
        true,
      ])
  })
})
