import type { OfficeApplied } from '#contract/rest/staff.ts'
import type { EditedOffice } from './edited-office.ts'
import { keysOf, type Place, placeOf } from './place.ts'
import { spansOfEntry, type Week } from './week.ts'

export type CheckerFault = OfficeApplied['faults'][number]
export interface PlacedFault extends CheckerFault {
  /** Where it stands in what is edited; `path` is where the checker found it. */
  at: Place
}

/**
 * Where the faults that the file's checker found stand in the editor: the same places, but for the hours,
 * which the file has by entry and the editor by day.
 */
export function placeFaults(faults: readonly CheckerFault[], office: EditedOffice): PlacedFault[] {
  return faults.flatMap(fault => {
    const keys = keysOf(fault.path)
    const hours = keys.indexOf('hours')
    const nth = keys[hours + 1]
    if (hours < 0 || typeof nth !== 'number') return [{ ...fault, at: fault.path }]
    const week = weekAt(office, keys)
    const spans = week ? spansOfEntry(week, nth) : []
    const whole = placeOf(keys.slice(0, hours + 1))
    if (spans.length === 0) return [{ ...fault, at: whole }]
    return spans.map(({ day, nth: at }) => ({ ...fault, at: `${whole}[${day}][${at}]` }))
  })
}

function weekAt(office: EditedOffice, [first, nth]: readonly (string | number)[]): Week | null {
  if (first === 'hours') return office.hours
  return typeof nth === 'number' ? (office.lines[nth]?.reservations.hours ?? null) : null
}
