import type { Office } from '../rest/offices.ts'
import { currentHours, type WallTime, wallTime } from './office-time.ts'

/**
 * The ids of those that are open at a moment. The clock of each time zone is read once, however many offices
 * it has.
 */
export function openOffices(
  offices: readonly Pick<Office, 'id' | 'time_zone' | 'hours' | 'closures'>[],
  at: Date,
): Set<number> {
  const walls = new Map<string, WallTime>()
  const open = new Set<number>()
  for (const office of offices) {
    const wall = walls.get(office.time_zone) ?? wallTime(at, office.time_zone)
    walls.set(office.time_zone, wall)
    if (currentHours(wall, office)) open.add(office.id)
  }
  return open
}
