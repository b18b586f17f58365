import type { MachineState } from '#contract/rest/machines.ts'
import type { MachineCaller } from '#server/web/caller.ts'
import type { DevicesContext } from '../devices-context.ts'
import { kioskLines } from '../kiosk-state.ts'
import { linesInTheRoom, shownLines, shownOffice } from '../shown-office.ts'

/**
 * How an office stands, for a machine of its own: what its wall and its kiosk show. No name.
 * @throws Refusal not-found, for an office that is no more
 */
export async function machineState(
  context: DevicesContext,
  caller: Pick<MachineCaller, 'link_id' | 'office_id'>,
): Promise<MachineState> {
  const { shown } = await shownOffice(context, caller)
  const { seq, lines } = await context.lines.now(caller.office_id)
  const giving = await kioskLines(context, caller.office_id)
  const inTheRoom = await linesInTheRoom(context, caller.office_id)
  return {
    ...shown,
    seq,
    lines: shownLines(lines, inTheRoom).map(line => ({ ...line, gives: giving.has(line.line_id) })),
  }
}
