import { type RawBuilder, sql } from 'kysely'
import { asideUntil } from '#contract/rules/aside-until.ts'
import type { OpeningTimes } from '#contract/rules/office-time.ts'
import { eachByItself } from '#server/database/each-by-itself.ts'
import { isSure } from '#server/platform/clock.ts'
import { changeTurns } from './change-turns.ts'
import { endParked } from './end-parked.ts'
import type { QueueContext } from '../queue-context.ts'
import { endStaleTickets, staleBefore } from './stale-tickets.ts'

interface WithStale extends OpeningTimes {
  office_id: number
  has_waiting: boolean
  /** Since when the first of those stands aside who do; null where nobody does. */
  parked_at: Date | null
}

/** Where somebody waits, or stands aside, for too long. */
async function officesWithStale(
  { database, clock }: QueueContext,
  among: RawBuilder<boolean>,
): Promise<number[]> {
  const at = clock.now()
  const { rows } = await sql<WithStale>`
    with stale as (
      select t.office_id, null::timestamptz as parked_at from tickets t
      where t.state = 'waiting' and t.inserted_at <= ${staleBefore(at)}::timestamptz and ${among}
      union
      select t.office_id, min(t.parked_at) from tickets t where t.state = 'parked' and ${among} group by t.office_id
    )
    select o.id as office_id, o.hours, o.closures, o.time_zone,
      bool_or(s.parked_at is null) as has_waiting, min(s.parked_at) as parked_at
    from stale s join offices o on o.id = s.office_id group by o.id order by o.id`.execute(database.db)
  return rows
    .filter(
      ({ has_waiting, parked_at, ...times }) =>
        has_waiting || (parked_at !== null && asideUntil(parked_at, times) <= at),
    )
    .map(({ office_id }) => office_id)
}

/**
 * Ends the tickets that have waited for 6 hours: nobody waits so long, they went home; and those that stand
 * aside for that long after their day. One transaction an office. To be called about once a minute. While the
 * time of day is in doubt nobody's turn ends by it.
 * @param ending aborted where no further step may begin: what is left is done the next time
 * @param among whose offices are looked after, over the tickets `t`: by default everybody's
 * @returns how many tickets were ended
 */
export async function expireTickets(
  context: QueueContext,
  ending?: AbortSignal,
  among: RawBuilder<boolean> = sql`true`,
): Promise<number> {
  if (!isSure(context.clock)) return 0
  let expired = 0
  const expire = async (officeId: number) => {
    const facts = await changeTurns(context, officeId, async (transaction, at) => [
      ...(await endStaleTickets(transaction, officeId, at)),
      ...(await endParked(transaction, officeId, at)),
    ])
    expired += facts.filter(fact => fact.name === 'ticket:left').length
  }
  await eachByItself(await officesWithStale(context, among), expire, ending)
  return expired
}
