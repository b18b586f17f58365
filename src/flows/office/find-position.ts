import type { FlowContext } from '../flow-context.ts'

/** Why it is not known is said to nobody: the button says that there is no position. */
export type FoundPosition = { status: 'done' } | { status: 'unknown' }

/**
 * "Cerca de mí": asks the browser where the person is. Only from that press: asked at the door, people
 * refuse.
 */
export async function findPosition({
  positionFinder,
  ui,
}: Pick<FlowContext, 'positionFinder' | 'ui'>): Promise<FoundPosition> {
  const position = await positionFinder.locate()
  const isUnknown = 'errorMessage' in position
  // No fix came this time: where they were a moment ago is nearer than nowhere.
  const keepsPlace = isUnknown && position.errorMessage !== 'denied' && ui.hasPlace()
  if (!keepsPlace) ui.setPosition(position)
  return { status: isUnknown ? 'unknown' : 'done' }
}
