import type { DeviceSession, DeviceUse } from '#contract/rest/devices.ts'
import { hashOfToken } from '#server/identity/tokens.ts'
import { startSession } from '#server/identity/start-session.ts'
import { Refusal } from '#server/web/refusal.ts'
import type { DevicesContext } from './devices-context.ts'
import { readDevice } from './read-device.ts'

export interface DeviceDoor {
  use: DeviceUse
  office_slug: string
}

export interface GivenDevice {
  session: DeviceSession
  cookieToken: string
  expiresAt: string
}

/**
 * Lets a television or a tablet in by its link. Whoever is in already by the same link keeps that session: a
 * screen that is switched on each morning is one device.
 * @param cookieToken what the browser holds of an earlier visit
 * @throws Refusal link-invalid: revoked, or of another office or use, or none
 */
export async function enterByLink(
  context: DevicesContext,
  { use, office_slug, secret }: DeviceDoor & { secret: string },
  { cookieToken, device }: { cookieToken: string | undefined; device: string | null },
): Promise<GivenDevice> {
  const { database } = context
  return await database.transaction(async transaction => {
    const link = await transaction
      .selectFrom('office_links')
      .innerJoin('offices', 'offices.id', 'office_links.office_id')
      .select('office_links.id')
      .where('secret_hash', '=', hashOfToken(secret))
      .where('use', '=', use)
      .where('revoked_at', 'is', null)
      .where('offices.slug', '=', office_slug)
      .where('offices.active', '=', true)
      // Whoever revokes it in this moment finds the session that it opens, or it opens none.
      .forShare('office_links')
      .executeTakeFirst()
    if (!link) throw new Refusal('link-invalid', 401, 'this link opens nothing, or no longer does')
    const before = cookieToken && (await readDevice(context, { use, office_slug, cookieToken }, transaction))
    if (before && before.link_id === link.id) return before
    const started = await startSession(context, transaction, { office_link_id: link.id }, device)
    return {
      session: { token: started.token },
      cookieToken: started.cookieToken,
      expiresAt: started.expiresAt.toISOString(),
    }
  })
}
