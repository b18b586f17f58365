import type { FlowContext } from '../flow-context.ts'
import { DONE, type Outcome } from '../outcome.ts'

/**
 * "Cerca de mí": asks the browser where the person is. Only from that press: asked at the door, people
 * refuse.
 */
export async function findPosition({
  positionFinder,
  ui,
}: Pick<FlowContext, 'positionFinder' | 'ui'>): Promise<Outcome> {
  const position = await positionFinder.locate()
  ui.setPosition(position)
  if (!('errorMessage' in position)) return DONE
  // Why is not said to anybody: the button says that there is no position.
  return { status: 'failed', code: position.errorMessage, message: null }
}
