import { sql, type Transaction } from 'kysely'
import type { Tables } from '#server/database/tables.ts'
import type { DoneAt } from '#server/facts/clerk-office.ts'
import type { NewFact } from '#server/facts/fact.ts'
import { noteAct } from '#server/facts/note-act.ts'
import { notFound, Refusal } from '#server/web/refusal.ts'
import { approaching } from '../turn/approaching.ts'
import { changeTurns } from '../turn/change-turns.ts'
import { freePlace } from '../turn/free-place.ts'
import { notWaiting } from '../turn/own-turn.ts'
import { isPreferential, moveOf, preferentialPlace } from '../turn/preference.ts'
import { aheadInLine } from '../turn/turn-fact.ts'
import type { QueueContext } from '../queue-context.ts'

export interface SetPreference extends DoneAt {
  tuid: string
  preferential: boolean
}

interface Found {
  line_id: number
  state: string
  preferential: boolean
}

/** Moves it to where the office's rule has it, or back to where it came. */
async function move(
  transaction: Transaction<Tables>,
  { tuid, preferential }: SetPreference,
  { at_once, one_in }: ReturnType<typeof moveOf>,
): Promise<void> {
  const arrival = sql`coalesce(t.arrival_place, t.place)`
  const place = preferentialPlace(
    { id: sql`t.id`, line_id: sql`t.line_id`, place: arrival },
    { at_once: sql`${at_once}::boolean`, one_in: sql`${one_in}::integer` },
  )
  await (preferential
    ? sql`
      with moved as (
        select t.id, ${arrival} as arrival, ${place} as place from tickets t where t.id = ${tuid}::uuid
      )
      update tickets t set preference = 'given', place = ${freePlace(sql`moved.place`)},
        arrival_place = case when moved.place <> moved.arrival then moved.arrival end
      from moved where t.id = moved.id`.execute(transaction)
    : // Whoever let others pass meanwhile stays behind them.
      sql`
      update tickets t set preference = 'refused', arrival_place = null,
        place = ${freePlace(sql`greatest(t.arrival_place, t.place)`)}
      where t.id = ${tuid}::uuid`.execute(transaction))
}

/** Where it stands now, beside the fact that is to come: the next of its office, which is held. */
async function noteMove(
  transaction: Transaction<Tables>,
  { office_id, tuid }: Pick<SetPreference, 'office_id' | 'tuid'>,
): Promise<void> {
  await sql`
    insert into line_moves (office_id, seq, ticket_id, ahead)
    select t.office_id, s.last_seq + 1, t.id, ${aheadInLine}
    from tickets t join office_sequences s on s.office_id = t.office_id
    where t.id = ${tuid}::uuid and t.office_id = ${office_id}::integer`.execute(transaction)
}

/**
 * A clerk gives the preference that the law gives, or takes it away: then the number stands by its arrival,
 * and its person is not believed again on that day. Whose it is, and that it is somebody's, is said to nobody
 * beyond the office: the fact says that the order of the line is another.
 * @throws Refusal not-found; no-preference where the office has no rule for it; ticket-not-waiting
 * @see rules PRIO-01, PRIO-02
 */
export async function setPreference(context: QueueContext, wish: SetPreference): Promise<void> {
  const { office_id, clerk_id, tuid, preferential } = wish
  await changeTurns(context, wish, async (transaction, at): Promise<NewFact[]> => {
    const office = await transaction
      .selectFrom('offices')
      .select('preference')
      .where('id', '=', office_id)
      .executeTakeFirstOrThrow()
    const { rows } = await sql<Found>`
      select t.line_id, t.state, ${isPreferential} as preferential
      from tickets t where t.id = ${tuid}::uuid and t.office_id = ${office_id}::integer`.execute(transaction)
    const [found] = rows
    if (!found) throw notFound('the ticket')
    if (!office.preference) throw new Refusal('no-preference', 409, 'this office has no rule for preference')
    if (found.preferential === preferential) return []
    if (found.state !== 'waiting') throw notWaiting()
    await move(transaction, wish, moveOf(office.preference.rule))
    const { line_id } = found
    await noteMove(transaction, { office_id, tuid })
    const act = preferential ? 'preference-given' : 'preference-taken'
    await noteAct(transaction, { office_id, clerk_id, at, act, ticket_id: tuid, line_id })
    const about = { office_id, line_id, at, ticket_id: null, reservation_id: null, user_id: null }
    return [
      { ...about, name: 'line:reordered', detail: {} },
      ...(await approaching(transaction, [line_id], at)),
    ]
  })
}
