import type { FlowContext } from './flow-context.ts'
import { DONE, type Outcome, failure } from './outcome.ts'

/** "Cerca de mí": asks the browser where the person is. Only from that press: asked at the door, people refuse. */
export async function findPosition({
  positionFinder,
  ui,
}: Pick<FlowContext, 'positionFinder' | 'ui'>): Promise<Outcome> {
  const position = await positionFinder.locate()
  ui.setPosition(position)
  return 'errorMessage' in position ? failure(position.errorMessage) : DONE
}
