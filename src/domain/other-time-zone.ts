import { wallTime } from '#contract/rules/office-time.ts'

/**
 * Whether the device's clock shows another time than the office's wall at that moment. Zones of other names
 * may agree, and agree at one time of the year alone.
 *
 * @see rule I18N-02, docs/decisions "Reservations"
 */
export function isOtherTimeZone(at: Date, officeZone: string, deviceZone: string): boolean {
  const office = wallTime(at, officeZone)
  const device = wallTime(at, deviceZone)
  return office.day !== device.day || office.minutes !== device.minutes
}
