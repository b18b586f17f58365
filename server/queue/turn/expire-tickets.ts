import { sql } from 'kysely'
import { isSure } from '#server/platform/clock.ts'
import { changeTurns } from './change-turns.ts'
import { endParked, isParkedPast } from './end-parked.ts'
import type { QueueContext } from '../queue-context.ts'
import { endStaleTickets, staleBefore } from './stale-tickets.ts'

async function officesWithStale({ database, clock }: QueueContext): Promise<number[]> {
  const at = clock.now()
  const { rows } = await sql<{ office_id: number }>`
    select t.office_id from tickets t
    where t.state = 'waiting' and t.inserted_at <= ${staleBefore(at)}::timestamptz
    union
    select t.office_id from tickets t join offices o on o.id = t.office_id where ${isParkedPast(at)}
    order by office_id`.execute(database.db)
  return rows.map(row => row.office_id)
}

/**
 * Ends the tickets that have waited for 6 hours: nobody waits so long, they went home; and those that stand
 * aside since yesterday. One transaction an office. Without `office_id` every office is looked through; to be
 * called about once a minute. While the time of day is in doubt nobody's turn ends by it.
 * @returns how many tickets were ended
 */
export async function expireTickets(
  context: QueueContext,
  { office_id }: { office_id?: number } = {},
): Promise<number> {
  if (!isSure(context.clock)) return 0
  const offices = office_id === undefined ? await officesWithStale(context) : [office_id]
  let expired = 0
  for (const officeId of offices) {
    const facts = await changeTurns(context, officeId, async (transaction, at) => [
      ...(await endStaleTickets(transaction, officeId, at)),
      ...(await endParked(transaction, officeId, at)),
    ])
    expired += facts.filter(fact => fact.name === 'ticket:left').length
  }
  return expired
}
