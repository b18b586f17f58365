import type { DeviceUse } from '#contract/rest/devices.ts'
import type { Timers } from '#src/platform/timers.ts'
import type { DeviceApi } from './device-api.ts'
import { type DoorPlace, officeAt } from './enter-device.ts'

/** Often enough for a screen that is dark at night, whose timers stand still meanwhile. */
const TRADE_MS = 24 * 3_600_000

/**
 * Trades the cookie of a screen that stays switched on, by which it lasts anew: it would end some months
 * after the page was loaded, and the next version, or a cut of the power, would find none. Nothing on the
 * screen changes by it, so it disturbs nobody who stands before it: the token stays the same, whoever could
 * not be asked is asked tomorrow, and that a link was revoked the screen's own questions are told.
 */
export function keepCookie(
  api: Pick<DeviceApi, 'session'>,
  use: DeviceUse,
  place: DoorPlace,
  timers: Timers,
): void {
  const office = officeAt(place)
  if (office !== null) timers.every(TRADE_MS, () => void api.session(use, office).catch(() => undefined))
}
