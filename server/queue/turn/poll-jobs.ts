import { NOTIFICATION_ENQUEUE_DELAY_MS } from '#contract/limits.ts'
import type { NewFact } from '#server/facts/fact.ts'
import type { JobOfOffice } from '#server/facts/write-log.ts'

/** The job by which somebody is asked how it was, and `notify/` does: kind and payload. */
export interface PollJobPayloads {
  /** Whose the ticket is by then is asked for: it may have moved to an account meanwhile. */
  'ask-poll': { ticket_id: string }
}

/**
 * Whom to ask, 120 s after their attention ended, each once. A paper number that is nobody's is never asked.
 * @param agreed now, by the time on which all servers agree
 * @see rules POLL-02, NOTE-02
 */
export function pollJobsOf(facts: readonly NewFact[], agreed: Date): JobOfOffice[] {
  return facts.flatMap(({ name, office_id, ticket_id, user_id }) =>
    name !== 'ticket:attended' || ticket_id === null || user_id === null
      ? []
      : [
          {
            office_id,
            kind: 'ask-poll',
            key: ticket_id,
            payload: { ticket_id } satisfies PollJobPayloads['ask-poll'],
            run_at: new Date(agreed.getTime() + NOTIFICATION_ENQUEUE_DELAY_MS),
          },
        ],
  )
}
