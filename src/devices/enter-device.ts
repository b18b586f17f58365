import * as v from 'valibot'
import { type DeviceUse, linkSecret } from '#contract/rest/devices.ts'
import { ApiError } from '#src/api/api-error.ts'
import type { DeviceApi } from './device-api.ts'

export type Entry =
  | { kind: 'in'; token: string }
  /** The link was revoked, cut short, or is of no office; or there is neither link nor an earlier visit. */
  | { kind: 'shut' }
  /** Nobody could be asked: worth another try. */
  | { kind: 'unreached' }

export interface DoorPlace {
  /** /wall/{slug} or /kiosk/{slug} */
  pathname: string
  /** With its #: the link's secret, or empty after it was used. */
  hash: string
}

/** Which office's page this is; null where the address names none. */
export const officeAt = ({ pathname }: Pick<DoorPlace, 'pathname'>): string | null =>
  /^\/(?:wall|kiosk)\/([a-z0-9-]+)\/?$/.exec(pathname)?.[1] ?? null

/** By the server's own word; it is looked again now and then, for somebody may have let it in meanwhile. */
export const SHUT_AGAIN_MS = 60_000
const isShut = ({ status, code }: ApiError) =>
  status === 401 && (code === 'link-invalid' || code === 'session-expired')

/**
 * Comes in by the link's secret, or by the cookie of an earlier visit.
 * @param onUsed the secret was traded: it need not stand in the address any longer, where the room could read
 * it
 */
export async function enterDevice(
  api: Pick<DeviceApi, 'session' | 'enter'>,
  use: DeviceUse,
  place: DoorPlace,
  onUsed: () => void,
): Promise<Entry> {
  const office = officeAt(place)
  if (office === null) return { kind: 'shut' }
  const secret = place.hash.slice(1)
  if (secret !== '' && !v.is(linkSecret, secret)) return { kind: 'shut' }
  try {
    const session = secret === '' ? await api.session(use, office) : await api.enter(use, office, secret)
    if (!session) return { kind: 'shut' }
    if (secret !== '') onUsed()
    return { kind: 'in', token: session.token }
  } catch (error) {
    // Another refusal may be a proxy's, or of an office that is gone for a moment.
    return { kind: error instanceof ApiError && isShut(error) ? 'shut' : 'unreached' }
  }
}
