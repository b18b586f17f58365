import { beforeAll, expect, it } from 'vitest'
import { WHY_BEFORE } from '#contract/rest/preference.ts'
import type { Database } from '#server/database/database.ts'
import { json } from '#server/database/json-column.ts'
import type { Preference } from '#server/database/tables/offices.ts'
import type { Fact } from '#server/facts/fact.ts'
import { callAgain } from '#server/queue/call/call-again.ts'
import { callParked } from '#server/queue/call/call-parked.ts'
import { callReservation } from '#server/queue/call/call-reservation.ts'
import { callTicket } from '#server/queue/call/call-ticket.ts'
import { repeatCall } from '#server/queue/call/repeat-call.ts'
import { takeBackCall } from '#server/queue/call/take-back-call.ts'
import { whyBefore } from '#server/queue/call/why-before.ts'
import { closeLines, reopenLines } from '#server/queue/day/close-lines.ts'
import { bringBack } from '#server/queue/desk/bring-back.ts'
import { freezeLine } from '#server/queue/desk/freeze-line.ts'
import { markAbsent } from '#server/queue/desk/mark-absent.ts'
import { markAttended } from '#server/queue/desk/mark-attended.ts'
import { parkTicket } from '#server/queue/desk/park-ticket.ts'
import { putBack } from '#server/queue/desk/put-back.ts'
import { removeTicket } from '#server/queue/desk/remove-ticket.ts'
import { setPreference } from '#server/queue/desk/set-preference.ts'
import { transferTicket } from '#server/queue/desk/transfer-ticket.ts'
import { comeBack } from '#server/queue/hold/come-back.ts'
import { giveUp } from '#server/queue/hold/give-up.ts'
import { letOthersPass } from '#server/queue/hold/let-others-pass.ts'
import { followPaper } from '#server/queue/take/follow-paper.ts'
import { issuePaperNumber } from '#server/queue/take/issue-paper-number.ts'
import { takeTicket } from '#server/queue/take/take-ticket.ts'
import { noteArrival } from '#server/reservations/note-arrival.ts'
import { Refusal } from '#server/web/refusal.ts'
import fc from '#tests/support/fast-check.ts'
import { eachDatabase } from '#tests/support/databases.ts'
import { assertReplayed } from '#tests/support/histories/checks/replayed-day.ts'
import { readRecords } from '#tests/support/histories/records.ts'
import { queueOffice } from '#tests/support/queue-office.ts'
import { reservation } from '#tests/support/queue-reservations.ts'

const ACTS = [
  'take',
  'take',
  'take',
  'take',
  'prefer',
  'prefer',
  'paper',
  'paper-prefer',
  'follow',
  'call',
  'call',
  'call',
  'again',
  'absent',
  'attended',
  'give-up',
  'pass',
  'remove',
  'give',
  'refuse',
  'freeze',
  'thaw',
  'book',
  'book',
  'arrive',
  'call-reservation',
  'call-this',
  'take-back',
  'take-back',
  'repeat',
  'park',
  'park',
  'put-back',
  'call-parked',
  'transfer',
  'transfer-modulo',
  'bring-back',
  'come-back',
  'send-home',
  'reopen',
  'minutes',
] as const
type Act = { act: (typeof ACTS)[number]; which: number }

const day: fc.Arbitrary<Act[]> = fc.array(fc.record({ act: fc.constantFrom(...ACTS), which: fc.nat(60) }), {
  minLength: 40,
  maxLength: 80,
})
const rules: fc.Arbitrary<Preference> = fc.record({
  law: fc.constant(null),
  rule: fc.constantFrom('next' as const, { one_in: 2 }, { one_in: 4 }),
  before_reservations: fc.boolean(),
})

/** Lives a day through, and says what it left in the log and in the tables. */
async function live(database: Database, preference: Preference, acts: readonly Act[]) {
  const office = await queueOffice(database)
  const { context, office_id } = office
  await database.db
    .updateTable('offices')
    .set({ preference: json(preference), call_repeats: 1 })
    .where('id', '=', office_id)
    .execute()
  const lines = [await office.line(), await office.line({ prefix: 'B', priority: 1 })]
  const clerks = [await office.clerk(), await office.clerk()]
  const held: { tuid: string; user_id: string }[] = []
  const papers: string[] = []
  const numbers = () => [...held.map(({ tuid }) => tuid), ...papers]
  const booked: string[] = []
  /** Who stands at a desk. */
  async function standing({ clerk_id }: { clerk_id: number }) {
    const { db } = database
    const called = db.selectFrom('tickets').select(['id', 'calls']).where('state', '=', 'called')
    const [ticket] = await called.where('clerk_id', '=', clerk_id).execute()
    return pick(ticket ? [ticket] : [], 0)
  }
  const pick = <Item>(items: readonly Item[], which: number): Item => {
    const item = items[which % items.length]
    if (item === undefined) throw new Refusal('not-found', 404, 'nobody did that yet')
    return item
  }

  async function act({ act: what, which }: Act): Promise<unknown> {
    const line_id = pick(lines, which)
    const at = pick(clerks, which)
    switch (what) {
      case 'take':
      case 'prefer': {
        const user_id = await office.user()
        const wish = { office: { office_id }, line_id, user_id, preferential: what === 'prefer' }
        const { tuid } = await takeTicket(context, wish)
        return held.push({ tuid, user_id })
      }
      case 'paper':
      case 'paper-prefer': {
        const preferential = what === 'paper-prefer'
        return papers.push((await issuePaperNumber(context, { office_id, line_id, preferential })).tuid)
      }
      case 'follow': {
        const secret = context.protect.paperSecret(pick(papers, which))
        return await followPaper(context, { secret, user_id: await office.user() })
      }
      case 'call':
        return await office.call(at, which % 3 === 0 ? [line_id] : [])
      case 'again':
        return await callAgain(context, at)
      case 'absent':
        return await markAbsent(context, at)
      case 'attended':
        return await markAttended(context, at)
      case 'give-up':
        return await giveUp(context, pick(held, which))
      case 'pass':
        return await letOthersPass(context, { ...pick(held, which), places: 1 + (which % 3) })
      case 'remove':
        return await removeTicket(context, { office_id, tuid: pick(held, which).tuid })
      case 'give':
      case 'refuse':
        return await setPreference(context, {
          office_id,
          tuid: pick(held, which).tuid,
          preferential: what === 'give',
        })
      case 'freeze':
      case 'thaw':
        return await freezeLine(context, { office_id, line_id, frozen: what === 'freeze' })
      case 'book':
        return booked.push((await reservation(office, line_id, { inMinutes: which % 20 })).id)
      case 'arrive':
        return await noteArrival(context, { office_id, id: pick(booked, which) })
      case 'call-reservation':
        return await callReservation(context, { ...at, id: pick(booked, which) })
      case 'call-this':
        return await callTicket(context, {
          ...at,
          tuid: pick(numbers(), which),
          reason: 'con niños',
          here: office.here(at, which % 2 === 0),
        })
      case 'take-back':
        return await takeBackCall(context, { ...at, tuid: (await standing(at)).id })
      case 'repeat': {
        const { id: ticket_id, calls } = await standing(at)
        const job = { office_id, ticket_id, calls, repeats: which % 2 }
        return await repeatCall(context)['repeat-call'](job, {} as never)
      }
      case 'park':
        return await parkTicket(context, at)
      case 'put-back':
        return await putBack(context, { office_id, tuid: pick(numbers(), which) })
      case 'call-parked':
        return await callParked(context, { ...at, tuid: pick(numbers(), which) })
      case 'transfer':
        return await transferTicket(context, { ...at, to: { line_id, anyway: true } })
      case 'transfer-modulo': {
        const { modulo_id } = pick(clerks, which + 1)
        return await transferTicket(context, { ...at, to: { modulo_id } })
      }
      case 'bring-back':
        return await bringBack(context, { office_id, tuid: pick(numbers(), which) })
      case 'come-back':
        return await comeBack(context, pick(held, which))
      case 'send-home':
        return await closeLines(context, { office_id, line_id, waiting: 'send-home' })
      case 'reopen':
        return await reopenLines(context, { office_id, line_id })
      case 'minutes':
        return office.clock.advance(which * 10_000)
    }
  }
  for (const step of acts) {
    office.clock.advance(1_000)
    await act(step).catch(error => {
      if (!(error instanceof Refusal)) throw error
    })
  }
  return { office }
}

eachDatabase('a day, lived again', open => {
  let database: Database
  beforeAll(async () => {
    database = await open()
  })

  it('[PAST-01] from the log alone equals the tables, and says why one was called before another', async () => {
    await fc.assert(
      fc.asyncProperty(rules, day, async (preference, acts) => {
        const { office } = await live(database, preference, acts)
        const { office_id, context } = office
        const [records = expect.fail('the office is nowhere')] = await readRecords(database, [office])
        assertReplayed(records)

        const { facts } = records
        const calls = facts.filter(fact => fact.name === 'call:created')
        // Of each call that stood, why it went before the next two.
        const isUndone = ({ ticket_id }: Fact) =>
          facts.some(fact => fact.name === 'call:taken_back' && fact.ticket_id === ticket_id)
        const called = calls
          .filter(call => call.detail.calls === 1 && !isUndone(call))
          .map(({ detail }) => detail.ticket)
        for (const [nth, first] of called.entries()) {
          for (const second of called.slice(nth + 1, nth + 3)) {
            const answer = await whyBefore(context, { office_id, first: second, second: first })
            expect(WHY_BEFORE).toContain(answer.why)
            expect(['forgotten', 'nobody-called']).not.toContain(answer.why)
            expect(answer.first.ticket).toBe(first)
          }
        }
      }),
      // A day is long to shrink: its seed says as much.
      { numRuns: 12, endOnFailure: true },
    )
  })
})
