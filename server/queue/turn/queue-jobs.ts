import type { Fact } from '#server/facts/fact.ts'
import type { NewJob } from '#server/jobs/job.ts'

/**
 * Where the whole of it stands: the fact (office_id, seq), the ticket, the person. No name, no number, no
 * text.
 */
interface PushPayload {
  office_id: number
  /** The fact that the push is about. */
  seq: number
  ticket_id: string
  user_id: string
}

/** The jobs that the queue asks for, and `notify/` does: kind and payload. */
export interface QueueJobPayloads {
  'push-call': PushPayload & { calls: number }
  'push-almost-there': PushPayload & { ahead: 5 | 10 }
  'push-taken-back': PushPayload
  'push-skipped': PushPayload
  'push-removed': PushPayload
  'push-returned': PushPayload
  'push-parked': PushPayload
  'push-transferred': PushPayload
  'push-sent-home': PushPayload
  'push-message': PushPayload
  'push-line-message': PushPayload
}

export type QueueJob = {
  [Kind in keyof QueueJobPayloads]: NewJob<Kind, QueueJobPayloads[Kind]>
}[keyof QueueJobPayloads]

/**
 * What an owner must be told by push of what just happened. A key names the occasion, so that one occasion is
 * pushed once: the ticket with its first, second … call, or with the threshold.
 * @param run_at at once, by the time on which all servers agree
 */
export function pushJobsOf(facts: readonly Fact[], run_at: Date): QueueJob[] {
  // What one person is told is for this moment; what a whole line is told waits for its turn.
  const isToOne = facts.filter(({ name }) => name === 'ticket:message').length === 1
  const message = isToOne ? 'push-message' : 'push-line-message'
  return facts.flatMap((fact): QueueJob[] => {
    const { office_id, seq, ticket_id, user_id } = fact
    // A paper number is called by the wall display alone.
    if (ticket_id === null || user_id === null) return []
    const about = { office_id, seq, ticket_id, user_id }
    switch (fact.name) {
      case 'call:created': {
        const { calls } = fact.detail
        return [{ kind: 'push-call', key: `${ticket_id}:${calls}`, payload: { ...about, calls }, run_at }]
      }
      case 'ticket:almost_there': {
        const { ahead } = fact.detail
        return [
          { kind: 'push-almost-there', key: `${ticket_id}:${ahead}`, payload: { ...about, ahead }, run_at },
        ]
      }
      case 'call:taken_back':
        return [{ kind: 'push-taken-back', key: `${ticket_id}:${seq}`, payload: about, run_at }]
      case 'ticket:skipped':
        return [{ kind: 'push-skipped', key: `${ticket_id}:${seq}`, payload: about, run_at }]
      case 'ticket:returned':
        // Who came back by themselves knows.
        return fact.detail.by === 'desk'
          ? [{ kind: 'push-returned', key: `${ticket_id}:${seq}`, payload: about, run_at }]
          : []
      case 'ticket:parked':
        return [{ kind: 'push-parked', key: `${ticket_id}:${seq}`, payload: about, run_at }]
      case 'ticket:transferred':
        return [{ kind: 'push-transferred', key: `${ticket_id}:${seq}`, payload: about, run_at }]
      case 'ticket:left':
        return fact.detail.why === 'removed'
          ? [{ kind: 'push-removed', key: ticket_id, payload: about, run_at }]
          : fact.detail.why === 'sent-home'
            ? [{ kind: 'push-sent-home', key: ticket_id, payload: about, run_at }]
            : []
      case 'ticket:message':
        return [{ kind: message, key: `${ticket_id}:${seq}`, payload: about, run_at }]
      default:
        return []
    }
  })
}
