import type { FastifyRequest } from 'fastify'
import type { Database } from '#server/database/database.ts'
import { requireClerk } from '#server/web/caller.ts'
import { pressOf } from '#server/web/press-of.ts'
import { type AtDesk, officeOfClerk, requireSupervisor } from './clerk-office.ts'

interface Asked {
  database: Pick<Database, 'db'>
}

/**
 * The clerk who asks, and the office that they name: whether they work there is for a verb to ask.
 * @throws Refusal unauthorized, forbidden
 */
export const clerkBy = (request: FastifyRequest, office_id: number): AtDesk => ({
  office_id,
  clerk_id: requireClerk(request).clerk_id,
  press: pressOf(request),
})

/**
 * The clerk who asks, at an office where they work.
 * @throws Refusal unauthorized, forbidden; not-found, for an office of others as for none
 */
export async function clerkAt(
  { database }: Asked,
  request: FastifyRequest,
  office_id: number,
): Promise<AtDesk> {
  const at = clerkBy(request, office_id)
  await officeOfClerk(database, at)
  return at
}

/**
 * The clerk who asks, at an office for which they answer.
 * @throws Refusal as clerkAt; supervisors-only
 */
export async function supervisorAt(
  { database }: Asked,
  request: FastifyRequest,
  office_id: number,
): Promise<AtDesk> {
  const at = clerkBy(request, office_id)
  await requireSupervisor(database, at)
  return at
}
