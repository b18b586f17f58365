import type { FastifyRequest } from 'fastify'
import type { DeskState } from '#contract/rest/desk.ts'
import { clerkAt } from '#server/facts/at-office.ts'
import type { AtDesk } from '#server/facts/clerk-office.ts'
import { deskState } from '../call/desk-state.ts'
import type { QueueContext } from '../queue-context.ts'

/**
 * What a clerk does, and what they see then. Whether they work at the office is asked first.
 * @throws Refusal as clerkAt; whatever the act throws
 */
export async function doneAtDesk(
  context: QueueContext,
  request: FastifyRequest,
  officeId: number,
  act: (at: AtDesk) => Promise<unknown>,
): Promise<DeskState> {
  const at = await clerkAt(context, request, officeId)
  await act(at)
  return await deskState(context, at)
}
