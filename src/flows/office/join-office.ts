import type { FlowContext } from '../flow-context.ts'
import type { Outcome } from '../outcome.ts'
import { holdOffice } from './hold-office.ts'

/** Joins the channel of an office that a number or a time needs, had or being asked for: that keeps it. */
export async function joinOffice(
  context: Pick<FlowContext, 'socket' | 'notices'>,
  officeSlug: string,
): Promise<Outcome> {
  const { joined, release } = holdOffice(context, officeSlug)
  const outcome = await joined
  release()
  return outcome
}
