import type { LineState } from '#contract/rest/offices.ts'
import { officeLines, withoutNames } from '#server/queue/lines/line-states.ts'
import type { QueueContext } from '#server/queue/queue-context.ts'

/** An office's lines as everybody sees them, read anew and shared with nobody. */
export async function lineStates(
  context: Pick<QueueContext, 'database' | 'clock' | 'paces'>,
  officeId: number,
): Promise<LineState[]> {
  return withoutNames((await officeLines(context, officeId)).lines)
}
