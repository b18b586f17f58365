import fc from '#tests/support/fast-check.ts'
import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import type { Database } from '#server/database/database.ts'
import { readCalls } from '#server/queue/call/read-calls.ts'
import { Refusal } from '#server/web/refusal.ts'
import { eachDatabase } from '#tests/support/databases.ts'
import { explaining, type Plan, rowsRead } from '#tests/support/explained-plans.ts'
import { type QueueOffice, queueOffice } from '#tests/support/queue-office.ts'
import { reservation } from '#tests/support/queue-reservations.ts'

const MINUTE_MS = 60_000

/** What happens at an office within an hour. Lines and clerks are taken modulo what there is. */
type Step =
  | { kind: 'take'; line: number }
  | { kind: 'book'; line: number; inMinutes: number }
  | { kind: 'call'; clerk: number }
  | { kind: 'minutes'; minutes: number }

const few = fc.nat(1)
const hour: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.record({ kind: fc.constant('take' as const), line: few }) },
    {
      weight: 4,
      arbitrary: fc.record({
        kind: fc.constant('book' as const),
        line: few,
        inMinutes: fc.integer({ min: 0, max: 6 }),
      }),
    },
    { weight: 6, arbitrary: fc.record({ kind: fc.constant('call' as const), clerk: few }) },
    {
      weight: 2,
      arbitrary: fc.record({
        kind: fc.constant('minutes' as const),
        minutes: fc.integer({ min: 1, max: 4 }),
      }),
    },
  ),
  { minLength: 30, maxLength: 90, size: 'max' },
)

/** Somebody who waits: from when on, and which calls were made since, until their own. */
interface Waiter {
  kind: 'number' | 'reservation'
  from: number
  calledAt: number | null
}

/** @returns everybody who took a number or booked a time within the hour, in no order */
async function lived(office: QueueOffice, steps: readonly Step[]): Promise<Waiter[]> {
  const lines = [await office.line(), await office.line({ prefix: 'B' })]
  const clerks = [await office.clerk(), await office.clerk()]
  const { db } = office.context.database
  for (const step of steps) {
    office.clock.advance(1)
    if (step.kind === 'take') await office.take(lines[step.line] ?? 0, await office.user())
    else if (step.kind === 'book') {
      await reservation(office, lines[step.line] ?? 0, { inMinutes: step.inMinutes, minutes: 120 })
    } else if (step.kind === 'minutes') office.clock.advance(step.minutes * MINUTE_MS)
    else {
      const clerk = clerks[step.clerk]
      if (clerk) {
        await office.call(clerk).catch((error: unknown) => {
          if (!(error instanceof Refusal && error.code === 'nobody-waiting')) throw error
        })
      }
    }
  }
  const numbers = await db
    .selectFrom('tickets')
    .select(['inserted_at as from', 'called_at'])
    .where('office_id', '=', office.office_id)
    .where('reservation_id', 'is', null)
    .execute()
  const booked = await db
    .selectFrom('reservations')
    .select(['block_from as from', 'called_at'])
    .where('office_id', '=', office.office_id)
    .execute()
  const waiterOf = (kind: Waiter['kind']) => (row: { from: Date; called_at: Date | null }) => ({
    kind,
    from: row.from.getTime(),
    calledAt: row.called_at?.getTime() ?? null,
  })
  return [...numbers.map(waiterOf('number')), ...booked.map(waiterOf('reservation'))]
}

/** Who still waited when this one came, and had come before. Blocks of one minute count for each other. */
const before = ({ from }: Waiter, all: readonly Waiter[], kind: Waiter['kind']) =>
  all.filter(
    other => other.kind === kind && other.from <= from && (other.calledAt === null || other.calledAt >= from),
  ).length

/** How many were called while this one waited. */
const callsPast = (waiter: Waiter, all: readonly Waiter[], kind: Waiter['kind'], until: number) =>
  all.filter(
    ({ calledAt, ...other }) =>
      other.kind === kind &&
      calledAt !== null &&
      calledAt >= waiter.from &&
      calledAt < (waiter.calledAt ?? until),
  ).length

eachDatabase('merging reservations with the lines', open => {
  let database: Database
  beforeAll(async () => {
    database = await open()
  })

  it('over any hour nobody waits behind more than the rule says', async () => {
    await fc.assert(
      fc.asyncProperty(hour, async steps => {
        const office = await queueOffice(database)
        const all = await lived(office, steps)
        const end = office.clock.now().getTime() + 1
        for (const waiter of all.filter(({ from }) => from < end)) {
          const others = all.filter(other => other !== waiter)
          const [numbers, reservations] = (['number', 'reservation'] as const).map(kind => ({
            past: callsPast(waiter, others, kind, end),
            first: before(waiter, others, kind),
          })) as [{ past: number; first: number }, { past: number; first: number }]
          if (waiter.kind === 'number') {
            expect(numbers.past).toBeLessThanOrEqual(numbers.first)
            // One that came due later goes before each of these numbers, and before this one, at most.
            expect(reservations.past).toBeLessThanOrEqual(reservations.first + numbers.first + 1)
          } else {
            expect(reservations.past).toBeLessThanOrEqual(reservations.first)
            expect(numbers.past).toBeLessThanOrEqual(reservations.first + 1)
          }
        }
      }),
      { numRuns: 20, seed: 20_261_121 },
    )
  })

  it('a stream of reservations lets every second call be a number; without numbers waiting none is held up', async () => {
    const office = await queueOffice(database)
    const line = await office.line()
    const clerk = await office.clerk()
    await office.fill(line, 5)
    const kinds: string[] = []
    for (let call = 0; call < 14; call++) {
      office.clock.advance(MINUTE_MS)
      await reservation(office, line)
      const { number } = await office.ticket((await office.call(clerk)).tuid)
      kinds.push(number === null ? 'R' : String(number))
    }
    expect(kinds.join('')).toBe('R1R2R3R4R5RRRR')
  })

  it('a line that never ends lets every reservation through at its time', async () => {
    const office = await queueOffice(database)
    const line = await office.line({ priority: 0 })
    const urgent = await office.line({ priority: 5, prefix: 'U' })
    const clerk = await office.clerk()
    for (let minute = 0; minute < 6; minute++) {
      await office.fill(urgent, 3)
      office.clock.advance(MINUTE_MS)
      const due = await reservation(office, line)
      const { reservation_id } = await office.ticket((await office.call(clerk)).tuid)
      expect(reservation_id).toBe(due.id)
      office.clock.advance(MINUTE_MS)
      expect(await office.ticket((await office.call(clerk)).tuid)).toMatchObject({ line_id: urgent })
    }
  })

  it('whose turn it is does not take longer to find where years were booked', async () => {
    const office = await queueOffice(database)
    const { office_id } = office
    const line = await office.line()
    const clerk = await office.clerk()
    const due = await reservation(office, line, { inMinutes: -1 })
    // One every hour for a year before and a month to come.
    await sql`
      insert into reservations
        (id, office_id, line_id, user_id, request_id, state, block_from, block_to, slot, slots, inserted_at)
      select gen_random_uuid(), ${office_id}::integer, ${line}::integer, ${due.user_id}::uuid, gen_random_uuid(),
             case when hour < 0 then 'attended' else 'confirmed' end, block_from, block_from + interval '15 minutes',
             999999, 999999, ${office.clock.now()}::timestamptz
      from generate_series(-8760, 720) as hour
      cross join lateral (
        select ${office.clock.now()}::timestamptz + (hour + 0.5) * interval '1 hour' as block_from
      ) block`.execute(database.db)
    await sql`analyze reservations`.execute(database.db)
    const plans: Plan[] = []
    await database.transaction(async transaction => {
      const callers = [{ clerk_id: clerk.clerk_id, line_ids: [] }]
      const explained = transaction.withPlugin(explaining(plans))
      await expect(readCalls(explained, office_id, callers, office.clock.now())).rejects.toThrow()
    })
    expect(await office.ticket((await office.call(clerk)).tuid)).toMatchObject({ reservation_id: due.id })
    const read = plans.map(plan => rowsRead(plan, 'reservations'))
    expect(read[0]).toBeGreaterThanOrEqual(1)
    expect(read[0]).toBeLessThan(20)
  })
})
