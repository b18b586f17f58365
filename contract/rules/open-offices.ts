import type { Office } from '../rest/offices.ts'
import { currentHours, wallTime } from './office-time.ts'

/** The ids of those that are open at a moment. */
export const openOffices = (
  offices: readonly Pick<Office, 'id' | 'time_zone' | 'hours' | 'closures'>[],
  at: Date,
): Set<number> =>
  new Set(offices.filter(office => currentHours(wallTime(at, office.time_zone), office)).map(({ id }) => id))
