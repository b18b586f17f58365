import type { SaidHere } from '#contract/rest/desk.ts'
import type { AtDesk } from '#server/facts/clerk-office.ts'
import { type CallWorld, goCall } from './go-call.ts'
import { tuidOfCall } from './refuse-call.ts'

export interface CallNext extends AtDesk {
  /** Of these lines alone; where the list is empty, of all that the desk serves. */
  line_ids: readonly number[]
  /** What became of who stands at the desk. */
  here?: SaidHere | undefined
}

/**
 * Calls the next to this clerk's modulo, a ticket or a reservation that is due. Whoever still stood there was
 * attended or missed, as the clerk says.
 * @throws Refusal no-modulo, on-break, arrival-unsaid, desk-moved, nobody-waiting, waiting-for-others,
 * press-known. Then nothing changed: the one at the desk stays
 * @see rules CALL-01, CALL-03, DESK-06
 */
export async function callNext(context: CallWorld, input: CallNext): Promise<{ tuid: string }> {
  return { tuid: tuidOfCall(await goCall(context, input)) }
}
