import type { FastifyRequest } from 'fastify'
import { type AtDesk, officeOfClerk } from '#server/facts/clerk-office.ts'
import { requireClerk } from '#server/web/caller.ts'
import { pressOf } from '#server/web/press-of.ts'
import type { ReservationsContext } from './reservations-context.ts'

/**
 * A clerk who asks, at an office of theirs.
 * @throws Refusal of anybody else; not-found, for an office of others as for none
 */
export async function atOwnDesk(
  { database }: Pick<ReservationsContext, 'database'>,
  request: FastifyRequest,
  officeId: number,
): Promise<AtDesk> {
  const { clerk_id } = requireClerk(request)
  const { id } = await officeOfClerk(database, { office_id: officeId, clerk_id })
  return { office_id: id, clerk_id, press: pressOf(request) }
}
