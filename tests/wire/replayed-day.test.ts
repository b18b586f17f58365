import { beforeAll, expect, it } from 'vitest'
import { WHY_BEFORE } from '#contract/rest/preference.ts'
import type { Database } from '#server/database/database.ts'
import { json } from '#server/database/json-column.ts'
import type { Preference } from '#server/database/tables/offices.ts'
import { factsAfter } from '#server/facts/read-facts.ts'
import { callAgain } from '#server/queue/call/call-again.ts'
import { callReservation } from '#server/queue/call/call-reservation.ts'
import { whyBefore } from '#server/queue/call/why-before.ts'
import { freezeLine } from '#server/queue/desk/freeze-line.ts'
import { markAbsent } from '#server/queue/desk/mark-absent.ts'
import { markAttended } from '#server/queue/desk/mark-attended.ts'
import { removeTicket } from '#server/queue/desk/remove-ticket.ts'
import { setPreference } from '#server/queue/desk/set-preference.ts'
import { giveUp } from '#server/queue/hold/give-up.ts'
import { letOthersPass } from '#server/queue/hold/let-others-pass.ts'
import { followPaper } from '#server/queue/take/follow-paper.ts'
import { issuePaperNumber } from '#server/queue/take/issue-paper-number.ts'
import { takeTicket } from '#server/queue/take/take-ticket.ts'
import { noteArrival } from '#server/reservations/note-arrival.ts'
import { Refusal } from '#server/web/refusal.ts'
import fc from '#tests/support/fast-check.ts'
import { eachDatabase } from '#tests/support/databases.ts'
import { queueOffice } from '#tests/support/queue-office.ts'
import { reservation } from '#tests/support/queue-reservations.ts'
import { replay } from '#tests/support/replayed-office.ts'

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
  'minutes',
] as const
type Act = { act: (typeof ACTS)[number]; which: number }

const day: fc.Arbitrary<Act[]> = fc.array(fc.record({ act: fc.constantFrom(...ACTS), which: fc.nat(60) }), {
  minLength: 30,
  maxLength: 60,
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
    .set({ preference: json(preference) })
    .where('id', '=', office_id)
    .execute()
  const lines = [await office.line(), await office.line({ prefix: 'B', priority: 1 })]
  const clerks = [await office.clerk(), await office.clerk()]
  const held: { tuid: string; user_id: string }[] = []
  const papers: string[] = []
  const booked: string[] = []
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
  return { office, lines, preference }
}

eachDatabase('a day, lived again', open => {
  let database: Database
  beforeAll(async () => {
    database = await open()
  })

  it('[PAST-01] from the log alone equals the tables, and says why one was called before another', async () => {
    await fc.assert(
      fc.asyncProperty(rules, day, async (preference, acts) => {
        const { office, lines } = await live(database, preference, acts)
        const { office_id, context } = office
        const { db } = database
        const facts = await factsAfter(db, office_id, 0, 10_000)
        const moves = await db
          .selectFrom('line_moves')
          .selectAll()
          .where('office_id', '=', office_id)
          .execute()
        const { waiting, states } = replay(facts, moves)

        const tickets = await db
          .selectFrom('tickets')
          .leftJoin('modulos', 'modulos.id', 'tickets.modulo_id')
          .select(['tickets.id', 'tickets.line_id', 'state', 'calls', 'called_at', 'modulos.name as modulo'])
          .where('tickets.office_id', '=', office_id)
          .orderBy('place')
          .orderBy('number')
          .execute()
        expect(new Map(tickets.map(({ id, state }) => [id, state]))).toEqual(states)
        for (const line of lines) {
          const order = tickets.filter(({ line_id, state }) => line_id === line && state === 'waiting')
          expect(order.map(({ id }) => id)).toEqual(waiting.get(line) ?? [])
        }
        const calls = facts.filter(fact => fact.name === 'call:created')
        for (const { id, calls: times, called_at, modulo } of tickets) {
          const own = calls.filter(({ ticket_id }) => ticket_id === id)
          expect(own.map(({ detail }) => detail.calls)).toEqual(
            Array.from({ length: times }, (_, nth) => nth + 1),
          )
          expect(own[0]?.at.getTime()).toBe(called_at?.getTime())
          expect(own.at(-1)?.detail.modulo).toBe(modulo ?? undefined)
        }
        const said = new Map<string, string>()
        for (const fact of facts)
          if (fact.name === 'reserve:updated' && fact.reservation_id)
            said.set(fact.reservation_id, fact.detail.state)
        const reservations = await db
          .selectFrom('reservations')
          .select(['id', 'state'])
          .where('office_id', '=', office_id)
          .execute()
        for (const { id, state } of reservations) expect(said.get(id) ?? 'confirmed').toBe(state)

        // Of each call, why it went before the next two.
        const called = calls.filter(({ detail }) => detail.calls === 1).map(({ detail }) => detail.ticket)
        for (const [nth, first] of called.entries()) {
          for (const second of called.slice(nth + 1, nth + 3)) {
            const answer = await whyBefore(context, { office_id, first: second, second: first })
            expect(WHY_BEFORE).toContain(answer.why)
            expect(['forgotten', 'nobody-called']).not.toContain(answer.why)
            expect(answer.first.ticket).toBe(first)
          }
        }
      }),
      { numRuns: 15 },
    )
  })
})
