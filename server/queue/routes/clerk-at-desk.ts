import type { FastifyRequest } from 'fastify'
import { type AtDesk, officeOfClerk } from '#server/facts/clerk-office.ts'
import { requireClerk } from '#server/web/caller.ts'
import { pressOf } from '#server/web/press-of.ts'
import type { QueueContext } from '../queue-context.ts'

/**
 * The clerk who asks, at an office where they work.
 * @throws Refusal unauthorized, forbidden; not-found, for an office of others as for none
 */
export async function clerkAtDesk(
  { database }: Pick<QueueContext, 'database'>,
  request: FastifyRequest,
  officeId: number,
): Promise<AtDesk> {
  const at = { office_id: officeId, clerk_id: requireClerk(request).clerk_id, press: pressOf(request) }
  await officeOfClerk(database, at)
  return at
}
