import { isPromised } from '#contract/rules/reservation-state.ts'
import { RESERVATION_HIDDEN_AFTER_MS, RESERVATION_REMINDERS_MS } from '#contract/limits.ts'
import type { JobHandlers } from '#server/jobs/job.ts'
import { reservationCode } from '#server/reservations/owned-reservations.ts'
import type { ReservationJobPayloads } from '#server/reservations/reservation-jobs.ts'
import type { PushNews } from './compose-push-message.ts'
import type { NotifyContext } from './notify-context.ts'
import { tell, TOLD_WITHIN_MS } from './tell.ts'

async function readReservation({ database }: NotifyContext, id: string) {
  return database.db
    .selectFrom('reservations')
    .innerJoin('offices', 'offices.id', 'reservations.office_id')
    .innerJoin('lines', 'lines.id', 'reservations.line_id')
    .where('reservations.id', '=', id)
    .select([
      'reservations.id',
      'reservations.state',
      'reservations.user_id',
      'reservations.block_from',
      'reservations.block_to',
      'offices.slug as office_slug',
      'offices.name as office_name',
      'offices.time_zone',
      'lines.id as line_id',
      'lines.name as line_name',
    ])
    .executeTakeFirst()
}

type Row = NonNullable<Awaited<ReturnType<typeof readReservation>>>

const newsOf = (kind: PushNews['kind'], row: Row, at: Date): PushNews => ({
  kind,
  tuid: null,
  ruid: row.id,
  begins: row.block_from.toISOString(),
  time_zone: row.time_zone,
  office_slug: row.office_slug,
  office_name: row.office_name,
  line_id: row.line_id,
  line_name: row.line_name,
  ticket: reservationCode(row.id),
  modulo: null,
  ahead: null,
  at,
  seq: null,
})

/**
 * Until when it is news. That a time is taken away is news to whoever is on the way to it, too: for as long
 * as it would have been listed. A promise is one until it begins.
 */
const newsUntil = (row: Row, said: ReservationJobPayloads['tell-reservation']['said']): number =>
  said === 'expired' || said === 'removed'
    ? row.block_to.getTime() + RESERVATION_HIDDEN_AFTER_MS
    : row.block_from.getTime()

/** What is to be known long before the hour may be told again for some hours, and not for days. */
const worthUntil = (at: Date, standsUntil: number) => ({
  until: new Date(Math.min(at.getTime() + TOLD_WITHIN_MS, standsUntil)),
})

/**
 * The handlers of the reservations' jobs. Each looks at the reservation as it stands now: what was cancelled,
 * moved or called meanwhile is not spoken of, and nobody is reminded of what has begun.
 */
export const pushReservationNews = (context: NotifyContext): JobHandlers<ReservationJobPayloads> => ({
  async 'remind-reservation'({ reservation_id, from, when }) {
    const row = await readReservation(context, reservation_id)
    if (!row || !isPromised(row) || row.user_id === null) return
    if (row.block_from.toISOString() !== from) return
    const standsMs = row.block_from.getTime() - context.clock.now().getTime()
    if (standsMs <= 0) return
    const due = new Date(row.block_from.getTime() - RESERVATION_REMINDERS_MS[when])
    const urgency = when === 'soon' ? 'high' : 'normal'
    const worth = worthUntil(due, row.block_from.getTime())
    await tell(context, row.user_id, newsOf('reminder', row, due), { standsMs, urgency }, worth)
  },

  async 'tell-reservation'({ reservation_id, said, at }) {
    const row = await readReservation(context, reservation_id)
    if (!row || row.user_id === null) return
    if (said === 'moved' ? !isPromised(row) : row.state !== said) return
    const standsUntil = newsUntil(row, said)
    const standsMs = standsUntil - context.clock.now().getTime()
    if (standsMs <= 0) return
    // The new time is a promise like any other, in words that every worker knows.
    const kind = said === 'moved' ? 'reserve_confirmed' : (`reserve_${said}` as const)
    const saidAt = new Date(at)
    const options = { standsMs, urgency: 'high' } as const
    await tell(context, row.user_id, newsOf(kind, row, saidAt), options, worthUntil(saidAt, standsUntil))
  },
})
