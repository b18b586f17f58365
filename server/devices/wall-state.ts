import { wallTime } from '#contract/rules/office-time.ts'
import type { WallState } from '#contract/rest/devices.ts'
import type { DeviceCaller } from '#server/web/caller.ts'
import type { DevicesContext } from './devices-context.ts'
import { lastCalls } from './last-calls.ts'
import { linesInTheRoom, shownLines, shownOffice } from './shown-office.ts'

/**
 * How an office stands as its wall shows it: who was called last today, how the lines are. No name, and of a
 * number no more than what is called out.
 * @throws Refusal not-found
 * @see rules WALL-01, WALL-02
 */
export async function wallState(
  context: DevicesContext,
  caller: Pick<DeviceCaller, 'link_id' | 'office_id'>,
): Promise<WallState> {
  const { office_id } = caller
  const shown = await shownOffice(context, caller)
  // Before the calls: what happens in between comes again as a fact.
  const { seq, lines } = await context.lines.now(office_id)
  const inTheRoom = await linesInTheRoom(context, office_id)
  const { day } = wallTime(new Date(shown.at), shown.office.time_zone)
  return {
    ...shown,
    seq,
    lines: shownLines(lines, inTheRoom),
    calls: await lastCalls(context, { office_id, day, time_zone: shown.office.time_zone }),
  }
}
