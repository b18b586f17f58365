import { sql } from 'kysely'
import {
  ALMOST_THERE_THRESHOLDS,
  CALL_STANDS_MS,
  DELIVERY_RECEIPT_WAIT_MS,
  TICKET_RECENCY_MS,
} from '#contract/limits.ts'
import type { TicketState } from '#contract/rest/tickets.ts'
import { displayedNumber } from '#contract/rules/ticket-number.ts'
import type { JobHandlers } from '#server/jobs/job.ts'
import { agreedNow } from '#server/platform/clock.ts'
import type { QueueJobPayloads } from '#server/queue/turn/queue-jobs.ts'
import { arrangeCall, isWished } from '#server/whatsapp/arrange-call.ts'
import type { PushNews } from './compose-push-message.ts'
import type { NotifyContext } from './notify-context.ts'
import { tell, type Worth } from './tell.ts'

/** News of a place in the line is old soon: later than this it only confuses. */
const POSITION_STANDS_MS = 5 * 60_000
/** What the office said of the wait is no news after so long. */
const MESSAGE_STANDS_MS = 30 * 60_000
/** The way may be open again at any moment, and nobody is to learn of a call a minute late. */
const PAUSE_MS = 15_000
const NEAREST = Math.min(...ALMOST_THERE_THRESHOLDS)

/** As it stood before it was called; called again since, the new call is the news. */
const STANDS_AGAIN: ReadonlySet<string> = new Set(['waiting', 'skipped', 'taken-back'])

type About = QueueJobPayloads['push-skipped']

async function readTicket({ database }: NotifyContext, { office_id, seq, ticket_id, user_id }: About) {
  return (
    database.db
      .selectFrom('tickets')
      .innerJoin('offices', 'offices.id', 'tickets.office_id')
      .innerJoin('lines', 'lines.id', 'tickets.line_id')
      .innerJoin('facts', 'facts.office_id', 'tickets.office_id')
      // Where they are called, or will be.
      .leftJoin('modulos', join =>
        join.on('modulos.id', '=', sql<number>`coalesce(tickets.modulo_id, tickets.for_modulo_id)`),
      )
      .leftJoin('reservations', 'reservations.id', 'tickets.reservation_id')
      .where('tickets.id', '=', ticket_id)
      .where('tickets.office_id', '=', office_id)
      .where('facts.seq', '=', seq)
      .select([
        'tickets.state',
        'tickets.calls',
        sql<string>`coalesce(tickets.user_id, ${user_id}::uuid)`.as('user_id'),
        sql<boolean>`coalesce(reservations.meet, lines.virtual)`.as('meet'),
        'tickets.told_5',
        'tickets.number',
        'tickets.prefix',
        // Of one whose call was taken back, the fact alone knows it.
        sql<string | null>`coalesce(tickets.reservation_id, facts.reservation_id)`.as('reservation_id'),
        'tickets.message',
        'facts.at',
        'offices.slug as office_slug',
        'offices.name as office_name',
        'lines.id as line_id',
        'lines.name as line_name',
        'modulos.name as modulo',
      ])
      .executeTakeFirst()
  )
}

type TicketNews = NonNullable<Awaited<ReturnType<typeof readTicket>>>

const newsOf = (
  kind: PushNews['kind'],
  { ticket_id, seq }: About,
  row: TicketNews,
  ahead: number | null,
): PushNews => ({
  kind,
  tuid: ticket_id,
  ruid: row.reservation_id,
  office_slug: row.office_slug,
  office_name: row.office_name,
  line_id: row.line_id,
  line_name: row.line_name,
  ticket: displayedNumber(row.prefix, row.number),
  modulo: row.modulo,
  ahead,
  ...(kind === 'message' && { message: row.message?.texts ?? null }),
  meet: row.meet,
  calls: kind === 'call' ? row.calls : null,
  at: row.at,
  seq,
})

/**
 * How long the news still stands, milliseconds, and until when it is worth trying whatever comes of it: no
 * longer than a call, for a browser's push service may never answer again. Null when it is over.
 */
function remaining(
  { clock }: NotifyContext,
  at: Date,
  forMs: number,
): { standsMs: number; worth: Worth } | null {
  const standsMs = at.getTime() + forMs - clock.now().getTime()
  const until = new Date(at.getTime() + Math.min(forMs, CALL_STANDS_MS))
  return standsMs > 0 ? { standsMs, worth: { until, pauseMs: PAUSE_MS } } : null
}

interface Telling {
  kind: PushNews['kind']
  urgency: 'normal' | 'high'
  /** As long as a call, where nothing else is said. */
  forMs?: number
  ahead?: number
}

const isOneOf =
  (...states: TicketState[]) =>
  (row: TicketNews): boolean =>
    states.some(state => state === row.state)

/** Tells what became of a ticket, as long as it is so: once more, too, where a try was put off too far. */
async function tellWhile(
  context: NotifyContext,
  job: About,
  isSo: (row: TicketNews) => boolean,
  { kind, urgency, forMs = CALL_STANDS_MS, ahead }: Telling,
): Promise<void> {
  const row = await readTicket(context, job)
  if (!row || !isSo(row)) return
  const stands = remaining(context, row.at, forMs)
  if (stands === null) return
  const { standsMs, worth } = stands
  await tell(context, row.user_id, newsOf(kind, job, row, ahead ?? null), { standsMs, urgency }, worth)
}

const tellMessage = (context: NotifyContext, job: About): Promise<void> =>
  tellWhile(
    context,
    job,
    // What was said since has a job of its own.
    row => isOneOf('waiting', 'called')(row) && row.message?.at === row.at.toISOString(),
    { kind: 'message', urgency: 'high', forMs: MESSAGE_STANDS_MS },
  )

/**
 * The handlers of the queue's jobs. Each looks at the ticket as it stands now: what is no longer true when
 * the job runs (late, or again after a failure) is not sent, and whoever signed in meanwhile is told as who
 * they are now.
 */
export const pushTicketNews = (context: NotifyContext): JobHandlers<QueueJobPayloads> => ({
  async 'push-call'(job) {
    const row = await readTicket(context, job)
    if (!row || row.state !== 'called' || row.calls !== job.calls) return
    const stands = remaining(context, row.at, CALL_STANDS_MS)
    if (stands === null) return
    const { standsMs, worth } = stands
    const { clock, whatsapp } = context
    const second = whatsapp && (await isWished(whatsapp, row.user_id)) ? whatsapp : null
    const mine = { ...job, user_id: row.user_id }
    // Before anything is sent: whatever becomes of this job, the call gets through.
    if (second)
      await arrangeCall(second, mine, new Date(agreedNow(clock).getTime() + DELIVERY_RECEIPT_WAIT_MS))
    const options = { standsMs, urgency: 'high' } as const
    const sent = await tell(context, row.user_id, newsOf('call', job, row, null), options, worth)
    // There is no browser that could still say that it showed it.
    if (second && sent.accepted + sent.heard + sent.postponed === 0)
      await arrangeCall(second, mine, agreedNow(clock), 'replace')
  },

  'push-almost-there': job =>
    tellWhile(
      context,
      job,
      // The nearer threshold has a job of its own, and what came later must not be replaced by what came
      // before.
      row => row.state === 'waiting' && !(job.ahead > NEAREST && row.told_5),
      { kind: 'almost_there', urgency: 'high', forMs: POSITION_STANDS_MS, ahead: job.ahead },
    ),

  'push-taken-back': job =>
    tellWhile(context, job, row => STANDS_AGAIN.has(row.state), { kind: 'taken_back', urgency: 'high' }),
  'push-skipped': job => tellWhile(context, job, isOneOf('skipped'), { kind: 'skipped', urgency: 'normal' }),
  'push-returned': job =>
    tellWhile(context, job, isOneOf('waiting'), { kind: 'returned', urgency: 'normal' }),
  'push-parked': job => tellWhile(context, job, isOneOf('parked'), { kind: 'parked', urgency: 'normal' }),
  // Somebody who is told too late goes to the wrong desk.
  'push-transferred': job =>
    tellWhile(context, job, isOneOf('waiting'), { kind: 'transferred', urgency: 'high' }),
  'push-removed': job => tellWhile(context, job, isOneOf('removed'), { kind: 'removed', urgency: 'high' }),
  // Somebody may be on the way still: for as long as that is so, it is worth knowing.
  'push-sent-home': job =>
    tellWhile(context, job, isOneOf('sent-home'), {
      kind: 'sent_home',
      urgency: 'high',
      forMs: TICKET_RECENCY_MS,
    }),

  'push-message': job => tellMessage(context, job),
  'push-line-message': job => tellMessage(context, job),
})
