import { sql, type Transaction } from 'kysely'
import { ALMOST_THERE_THRESHOLDS, TICKET_PASSES_MAX } from '#contract/limits.ts'
import type { Tables } from '#server/database/tables.ts'
import { requireFlag } from '#server/flags/flag-is-on.ts'
import { Refusal } from '#server/web/refusal.ts'
import { approaching } from '../turn/approaching.ts'
import { changeTurns } from '../turn/change-turns.ts'
import { notWaiting, type OwnTurn, ownTurn } from '../turn/own-turn.ts'
import { isAtOnce } from '../turn/preference.ts'
import type { QueueContext } from '../queue-context.ts'
import { toldThresholds } from '../turn/told-thresholds.ts'
import { aboutTurn, type Turn, turnColumns } from '../turn/turn-fact.ts'

export interface LetOthersPass extends OwnTurn {
  /** How many people, PASS_PLACES.min to PASS_PLACES.max. */
  places: number
  /** What the ticket said as it was asked; a repeated request says the same. */
  passes_left?: number | undefined
}

const [far, near] = ALMOST_THERE_THRESHOLDS

/**
 * Moves the ticket half-way between the last one that it lets pass and the next. Numbers are whole and each
 * is its own place at first, so behind the last of all there is room before the number that comes next.
 *
 * A threshold that was never told, because there were fewer ahead when the number was taken, is told when it
 * comes; one that was told is not told again.
 */
async function moveBack(transaction: Transaction<Tables>, { tuid, places }: LetOthersPass) {
  const { rows } = await sql<Turn & { places: number }>`
    with own as (
      select id, line_id, place, number from tickets where id = ${tuid}::uuid
    ), line as (
      select t.id, t.place, row_number() over (order by t.place, t.number) as nth
      from tickets t join own on own.line_id = t.line_id where t.state = 'waiting'
    ), start as (
      select line.nth from line join own on own.id = line.id
    ), passed as (
      select max(line.place) as place, count(*) as places
      from line, start where line.nth > start.nth and line.nth <= start.nth + ${places}::integer
    ), target as (
      select (passed.place + coalesce(
               (
                 -- half-way between those who go at once and the others, later ones would go before it
                 select line.place from line, start
                 where line.nth = start.nth + ${places}::integer + 1
                   and ${isAtOnce(sql`line.place`)} = ${isAtOnce(sql`passed.place`)}
               ),
               floor(passed.place) + 1
             )) * 0.5 as place,
             passed.places,
             start.nth - 1 + passed.places as ahead
      from passed, start where passed.places > 0
    )
    update tickets t
    set place = target.place, passes = t.passes + 1,
        told_10 = target.ahead <= ${far}::integer or told.thresholds @> array[${far}::integer],
        told_5 = target.ahead <= ${near}::integer or told.thresholds @> array[${near}::integer]
    from target, ${toldThresholds(sql`${tuid}::uuid`)} told
    where t.id = ${tuid}::uuid
    returning ${turnColumns}, target.places`.execute(transaction)
  return rows[0]
}

/**
 * Goes behind the next people in the line, as many as asked or as there are. Numbers never change, the order
 * does. Not whoever is the next at a module: it calls them by when they came, wherever in the line they
 * stand. A request that is repeated does nothing more.
 * @throws Refusal not-found, switched-off, ticket-not-waiting, pass-limit-reached, nobody-behind
 */
export async function letOthersPass(context: QueueContext, input: LetOthersPass): Promise<void> {
  const { office_id, line_id } = await ownTurn(context.database.db, input)
  await requireFlag(context.database.db, 'let-others-pass')
  await changeTurns(context, office_id, async (transaction, at) => {
    const { state, passes, calling_modulo } = await ownTurn(transaction, input)
    // Said again after an answer that was lost: it is so already, whatever has become of the ticket since.
    if (passes + (input.passes_left ?? 0) > TICKET_PASSES_MAX) return []
    if (state !== 'waiting') throw notWaiting()
    if (passes >= TICKET_PASSES_MAX) {
      throw new Refusal(
        'pass-limit-reached',
        409,
        `a ticket lets others pass ${TICKET_PASSES_MAX} times at most`,
      )
    }
    const moved = calling_modulo === null ? await moveBack(transaction, input) : undefined
    if (!moved) throw new Refusal('nobody-behind', 409, 'nobody waits behind this ticket')
    return [
      {
        ...aboutTurn(moved, at),
        name: 'ticket:passed',
        detail: { ticket: moved.ticket, places: moved.places },
      },
      ...(await approaching(transaction, [line_id], at)),
    ]
  })
}
