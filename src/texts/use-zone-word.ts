import { useLingui } from '@lingui/react/macro'
import { isOtherTimeZone } from '#src/domain/other-time-zone.ts'
import { deviceTimeZone } from '#src/platform/device-time-zone.ts'
import { zoneCity } from './clock-text.ts'

/**
 * By whose clock a time of the office is: "hora de Santiago". Null where the device's shows the same, as it
 * nearly always does.
 * @see docs/decisions/times-on-the-offices-clock.md
 */
export function useZoneWord(timeZone: string): (at: Date) => string | null {
  const { t } = useLingui()
  return at => {
    const city = zoneCity(timeZone)
    return isOtherTimeZone(at, timeZone, deviceTimeZone()) ? t`hora de ${city}` : null
  }
}
