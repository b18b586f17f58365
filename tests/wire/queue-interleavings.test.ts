import fc from '#tests/support/fast-check.ts'
import { beforeAll, expect, it } from 'vitest'
import { MISSED_FACTS_MAX } from '#contract/limits.ts'
import type { Database } from '#server/database/database.ts'
import { factsAfter } from '#server/facts/read-facts.ts'
import { callAgain } from '#server/queue/call/call-again.ts'
import { callParked } from '#server/queue/call/call-parked.ts'
import { bringBack } from '#server/queue/desk/bring-back.ts'
import { parkTicket } from '#server/queue/desk/park-ticket.ts'
import { putBack } from '#server/queue/desk/put-back.ts'
import { transferTicket } from '#server/queue/desk/transfer-ticket.ts'
import { comeBack } from '#server/queue/hold/come-back.ts'
import { expireTickets } from '#server/queue/turn/expire-tickets.ts'
import { freezeLine } from '#server/queue/desk/freeze-line.ts'
import { giveUp } from '#server/queue/hold/give-up.ts'
import { issuePaperNumber } from '#server/queue/take/issue-paper-number.ts'
import { letOthersPass } from '#server/queue/hold/let-others-pass.ts'
import { markAbsent } from '#server/queue/desk/mark-absent.ts'
import { markAttended } from '#server/queue/desk/mark-attended.ts'
import { openGate, type OfficeGate } from '#server/facts/office-gate.ts'
import { Refusal } from '#server/web/refusal.ts'
import { eachDatabase } from '#tests/support/databases.ts'
import { type QueueOffice, queueOffice } from '#tests/support/queue-office.ts'
import { replay } from '#tests/support/replayed-office.ts'

const LINES = 2
const PEOPLE = 18
const CLERKS = 3

/** One step of somebody: who and where are taken modulo what there is. */
type Step =
  | { kind: 'take'; person: number; line: number }
  | { kind: 'paper'; line: number }
  | { kind: 'give-up'; ticket: number }
  | { kind: 'pass'; ticket: number; places: number }
  | { kind: 'call' | 'call-again' | 'absent' | 'attended' | 'park'; clerk: number }
  | { kind: 'transfer-to-line' | 'transfer-to-modulo'; clerk: number; place: number }
  | { kind: 'bring-back' | 'come-back' | 'put-back'; ticket: number }
  | { kind: 'call-parked'; clerk: number; ticket: number }
  | { kind: 'freeze'; line: number; frozen: boolean }
  | { kind: 'hours'; hours: number }
  | { kind: 'expire' }

const index = fc.nat(60)
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 10, arbitrary: fc.record({ kind: fc.constant('take' as const), person: index, line: index }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('paper' as const), line: index }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('give-up' as const), ticket: index }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('pass' as const),
      ticket: index,
      places: fc.integer({ min: 1, max: 20 }),
    }),
  },
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('call' as const), clerk: index }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constantFrom('call-again' as const, 'absent' as const, 'attended' as const),
      clerk: index,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constantFrom('absent' as const, 'park' as const), clerk: index }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constantFrom('transfer-to-line' as const, 'transfer-to-modulo' as const),
      clerk: index,
      place: index,
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constantFrom('bring-back' as const, 'come-back' as const, 'put-back' as const),
      ticket: index,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('call-parked' as const), clerk: index, ticket: index }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('freeze' as const), line: index, frozen: fc.boolean() }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('hours' as const), hours: fc.integer({ min: 1, max: 7 }) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('expire' as const) }) },
)

async function peopledOffice(database: Database, gate?: OfficeGate) {
  const office = await queueOffice(database, { gate, rut_ticket_limit: 0 })
  const lines: number[] = []
  for (let count = 0; count < LINES; count++) lines.push(await office.line({ priority: count }))
  const people = await office.users(PEOPLE)
  const clerks: Awaited<ReturnType<QueueOffice['clerk']>>[] = []
  for (let count = 0; count < CLERKS; count++) clerks.push(await office.clerk())
  const tickets: { tuid: string; user_id: string }[] = []
  return { ...office, lines, people, clerks, tickets }
}

type PeopledOffice = Awaited<ReturnType<typeof peopledOffice>>

function pick<Item>(items: readonly Item[], at: number): Item {
  return items[at % items.length] as Item
}

async function act(office: PeopledOffice, step: Step): Promise<void> {
  const { context, office_id, lines, people, clerks, tickets } = office
  switch (step.kind) {
    case 'take': {
      const user_id = pick(people, step.person)
      const { tuid } = await office.take(pick(lines, step.line), user_id)
      tickets.push({ tuid, user_id })
      return
    }
    case 'paper':
      await issuePaperNumber(context, { office_id, line_id: pick(lines, step.line) })
      return
    case 'give-up':
      return tickets.length > 0 ? await giveUp(context, pick(tickets, step.ticket)) : undefined
    case 'pass':
      if (tickets.length === 0) return
      return await letOthersPass(context, { ...pick(tickets, step.ticket), places: step.places })
    case 'call':
      await office.call(pick(clerks, step.clerk))
      return
    case 'call-again':
      return await callAgain(context, pick(clerks, step.clerk))
    case 'absent':
      return await markAbsent(context, pick(clerks, step.clerk))
    case 'attended':
      return await markAttended(context, pick(clerks, step.clerk))
    case 'park':
      return await parkTicket(context, pick(clerks, step.clerk))
    case 'transfer-to-line':
      return await transferTicket(context, {
        ...pick(clerks, step.clerk),
        to: { line_id: pick(lines, step.place), anyway: true },
      })
    case 'transfer-to-modulo':
      return await transferTicket(context, {
        ...pick(clerks, step.clerk),
        to: { modulo_id: pick(clerks, step.place).modulo_id },
      })
    case 'bring-back':
      if (tickets.length === 0) return
      return await bringBack(context, { office_id, tuid: pick(tickets, step.ticket).tuid })
    case 'come-back':
      return tickets.length > 0 ? await comeBack(context, pick(tickets, step.ticket)) : undefined
    case 'put-back':
      if (tickets.length === 0) return
      return await putBack(context, { office_id, tuid: pick(tickets, step.ticket).tuid })
    case 'call-parked': {
      if (tickets.length === 0) return
      const { tuid } = pick(tickets, step.ticket)
      return await callParked(context, { ...pick(clerks, step.clerk), tuid })
    }
    case 'freeze':
      return await freezeLine(context, { office_id, line_id: pick(lines, step.line), frozen: step.frozen })
    case 'hours':
      return office.clock.advance(step.hours * 3_600_000)
    case 'expire':
      await expireTickets(context)
  }
}

/** A no is an answer; anything else is a fault. */
async function tolerant(work: Promise<void>): Promise<void> {
  try {
    await work
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
  }
}

/** A number that is too old is swept at every office, those of other runs too. */
const toldHere = ({ told, office_id }: PeopledOffice) => told.filter(fact => fact.office_id === office_id)

/** The log, lived again, ends where the tables stand. */
async function expectConsistent(office: PeopledOffice, database: Database): Promise<void> {
  const facts = await factsAfter(database.db, office.office_id, 0, MISSED_FACTS_MAX)
  const { waiting, states } = replay(facts)
  const rows = await database.db
    .selectFrom('tickets')
    .select(['id', 'line_id', 'day', 'number', 'state', 'user_id', 'inserted_at', 'given_in'])
    .where('office_id', '=', office.office_id)
    .orderBy('place')
    .orderBy('number')
    .execute()
  expect(new Map(rows.map(row => [row.id, row.state]))).toEqual(states)
  // Whatever became of a number, it has come when it came.
  for (const fact of facts) {
    if (fact.name !== 'ticket:created') continue
    expect(rows.find(({ id }) => id === fact.ticket_id)?.inserted_at).toEqual(fact.at)
  }
  for (const line of office.lines) {
    const inLine = rows.filter(row => row.line_id === line)
    const order = inLine.filter(row => row.state === 'waiting').map(row => row.id)
    expect(order).toEqual(waiting.get(line) ?? [])
    // A number is one of the line that gave it, wherever it waits.
    const given = rows.filter(row => (row.given_in ?? row.line_id) === line)
    for (const day of new Set(given.map(row => row.day))) {
      const numbers = given.filter(row => row.day === day).map(row => Number(row.number))
      expect(numbers.sort((a, b) => a - b)).toEqual(numbers.map((_, nth) => nth + 1))
    }
    const holders = inLine.flatMap(({ state, user_id }) =>
      (state === 'waiting' || state === 'parked') && user_id ? [user_id] : [],
    )
    expect(new Set(holders).size).toBe(holders.length)
  }
  // What was told in this process is what stands in the log, fact by fact.
  const told = toldHere(office).sort((a, b) => a.seq - b.seq)
  expect(told).toEqual(facts)
}

eachDatabase('any order of steps', (open, kind) => {
  let database: Database
  beforeAll(async () => {
    database = await open()
  })

  it('[TKT-03] [TKT-04] [CALL-03] [DESK-04] [DESK-05] [DESK-07] one after the other: the log tells the whole truth, in order', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 60, size: 'max' }), async steps => {
        const office = await peopledOffice(database)
        for (const next of steps) await tolerant(act(office, next))
        expect(toldHere(office).map(fact => fact.seq)).toEqual(toldHere(office).map((_, nth) => nth + 1))
        await expectConsistent(office, database)
      }),
      { numRuns: 12 },
    )
  })

  it('[TKT-03] [TKT-04] [CALL-03] [DESK-04] [DESK-05] [DESK-07] all at once, as from many processes: the same', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.array(step, { maxLength: 12, size: 'max' }), { maxLength: 5, size: 'max' }),
        async bursts => {
          const office = await peopledOffice(database, openGate)
          for (const burst of bursts) {
            await Promise.all(burst.map(next => tolerant(act(office, next))))
            await expectConsistent(office, database)
          }
        },
      ),
      { numRuns: kind === 'embedded' ? 6 : 15 },
    )
  })
})
