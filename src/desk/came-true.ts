import type { DeskState } from '#contract/rest/desk.ts'
import type { DeskAction } from './desk-api.ts'

/**
 * Whether what was pressed has happened, by how the desk stood before and how it stands now. No other press
 * came in between: this desk presses one thing at a time.
 * @returns null where the desk does not show it
 */
export function cameTrue(action: DeskAction, before: DeskState, now: DeskState): boolean | null {
  const [was, is] = [before.current, now.current]
  const isSame = is !== null && is.tuid === was?.tuid
  switch (action.do) {
    case 'call':
      return is?.state === 'called' && !(isSame && was?.state === 'called')
    case 'call-ticket':
      return is?.state === 'called' && is.tuid === action.tuid && !(isSame && was?.state === 'called')
    case 'call-reservation':
      return is?.reserve?.id === action.reservationId
    case 'call-again':
      return isSame && is.calls > (was?.calls ?? 0)
    case 'arrived':
      return is?.tuid === action.tuid && is.arrived_at !== null
    case 'call-parked':
      return is?.state === 'called' && is.tuid === action.tuid
    case 'park':
    case 'transfer':
      return !(isSame && is.state === 'called')
    case 'take-back':
      return !(is?.tuid === action.tuid && is.state === 'called')
    case 'absent':
      return isSame && is.state === 'skipped'
    case 'attended':
      return isSame && is.state === 'attended'
    case 'note':
      return is?.tuid === action.tuid ? is.note === action.note : null
    case 'freeze':
      return linesOf(now, action.lineId).every(({ frozen }) => frozen === action.freeze.frozen)
    case 'close-lines':
      return linesOf(now, action.lineId).every(({ stopped }) => stopped?.why === 'closed')
    case 'reopen-lines':
      return linesOf(now, action.lineId).every(({ stopped }) => stopped?.why !== 'closed')
    case 'break':
      return (moduloOf(now)?.break_until != null) === (action.minutes !== null)
    case 'help':
      return (moduloOf(now)?.help != null) === action.asks
    case 'open-modulo':
      return now.modulo?.id === action.moduloId
    case 'close-modulo':
      return now.modulo === null
    default:
      return null
  }
}

/** The line, or all of the office. */
const linesOf = ({ lines }: DeskState, lineId: number | null) =>
  lineId === null ? lines : lines.filter(line => line.line_id === lineId)

const moduloOf = ({ modulo, modulos }: DeskState) => modulos.find(({ id }) => id === modulo?.id)
