import { answersTrue, promisesKept } from './checks/answers.ts'
import { numbersOnce } from './checks/numbers.ts'
import { replayedDay } from './checks/replayed-day.ts'
import { slotsOnce, slotsReplayed } from './checks/slots.ts'
import { toldOnce } from './checks/told.ts'
import type { Violation } from './checks/violation.ts'
import type { History } from './history.ts'
import type { OfficeRecords } from './records.ts'

/** Holds what everybody was told against what the log and the tables say. */
export function judge(history: History, records: readonly OfficeRecords[]): Violation[] {
  const told = history.told.flatMap(each => {
    const office = records.find(({ office_id }) => office_id === each.office_id)
    return office ? toldOnce(each, office) : []
  })
  return [
    ...records.flatMap(office => [
      ...numbersOnce(office),
      ...slotsOnce(office),
      ...slotsReplayed(office),
      ...replayedDay(office),
    ]),
    ...promisesKept(history, records),
    ...answersTrue(history, records),
    ...told,
    ...faultsExplained(history),
  ]
}

/** Whatever goes wrong among the machines, a server knows what it is: it says 503, and when to ask again. */
const faultsExplained = ({ unanswered }: History): Violation[] =>
  Object.entries(unanswered)
    .filter(([said]) => said.startsWith('500'))
    .map(([said, times]) => ({
      what: `${times} answers of a server that knew no reason: ${said}`,
      about: [],
    }))
