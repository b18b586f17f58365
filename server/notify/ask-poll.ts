import { NOTIFICATION_ENQUEUE_DELAY_MS, POLL_ASKED_WITHIN_MS } from '#contract/limits.ts'
import { displayedNumber } from '#contract/rules/ticket-number.ts'
import type { JobHandlers } from '#server/jobs/job.ts'
import type { PollJobPayloads } from '#server/queue/turn/poll-jobs.ts'
import type { NotifyContext } from './notify-context.ts'
import { tell } from './tell.ts'

/** An attention of which nothing was said yet, whoever's it is by now. */
function readAttention({ database }: NotifyContext, ticketId: string) {
  return database.db
    .selectFrom('tickets')
    .innerJoin('offices', 'offices.id', 'tickets.office_id')
    .innerJoin('lines', 'lines.id', 'tickets.line_id')
    .leftJoin('polls', 'polls.ticket_id', 'tickets.id')
    .where('tickets.id', '=', ticketId)
    .where('tickets.state', '=', 'attended')
    .where('polls.ticket_id', 'is', null)
    .select([
      'tickets.user_id',
      'tickets.number',
      'tickets.prefix',
      'tickets.reservation_id',
      'tickets.ended_at',
      'offices.slug as office_slug',
      'offices.name as office_name',
      'lines.id as line_id',
      'lines.name as line_name',
    ])
    .executeTakeFirst()
}

/**
 * The handler of the question how it was. Who has answered it meanwhile, or would rather not, is not asked;
 * nor is who went home long ago, because the server was away: their card offers it still.
 * @see rules POLL-02, PUSH-02
 */
export const askPoll = (context: NotifyContext): JobHandlers<PollJobPayloads> => ({
  async 'ask-poll'({ ticket_id }) {
    const row = await readAttention(context, ticket_id)
    if (!row || row.user_id === null || row.ended_at === null) return
    const due = new Date(row.ended_at.getTime() + NOTIFICATION_ENQUEUE_DELAY_MS)
    const until = new Date(due.getTime() + POLL_ASKED_WITHIN_MS)
    const standsMs = until.getTime() - context.clock.now().getTime()
    if (standsMs <= 0) return
    await tell(
      context,
      row.user_id,
      {
        kind: 'poll',
        tuid: ticket_id,
        ruid: row.reservation_id,
        office_slug: row.office_slug,
        office_name: row.office_name,
        line_id: row.line_id,
        line_name: row.line_name,
        ticket: displayedNumber(row.prefix, row.number),
        modulo: null,
        ahead: null,
        at: due,
        seq: null,
      },
      { standsMs, urgency: 'normal' },
      { until },
    )
  },
})
