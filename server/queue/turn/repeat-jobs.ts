import { CALL_REPEATS_AFTER_MS } from '#contract/limits.ts'
import type { NewFact } from '#server/facts/fact.ts'
import type { JobOfOffice } from '#server/facts/write-log.ts'

/** The job by which a call repeats by itself, and is missed in the end: kind and payload. */
export interface RepeatJobPayloads {
  'repeat-call': {
    office_id: number
    ticket_id: string
    /** The call that it follows: after a newer one it has nothing to say. */
    calls: number
    /** How often it has repeated by itself since a clerk called. */
    repeats: number
    /** When its time is over, ISO 8601: what is tried again is due anew. None in one of an older release. */
    due?: string
  }
}

/**
 * Looks after each call once its time is over; whether the office wishes it is asked then.
 * @param agreed now, by the time on which all servers agree
 * @see rule DESK-04
 */
export function repeatJobsOf(facts: readonly NewFact[], agreed: Date): JobOfOffice[] {
  return facts.flatMap(fact => {
    if (fact.name !== 'call:created' || fact.ticket_id === null) return []
    const { office_id, ticket_id, detail } = fact
    const { calls, repeat: repeats = 0 } = detail
    const run_at = new Date(agreed.getTime() + CALL_REPEATS_AFTER_MS)
    const due = run_at.toISOString()
    const payload: RepeatJobPayloads['repeat-call'] = { office_id, ticket_id, calls, repeats, due }
    return [{ office_id, kind: 'repeat-call', key: `${ticket_id}:${calls}`, payload, run_at }]
  })
}
