import { officeDaySpan } from '#contract/rules/office-day.ts'
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
  const { shown, times } = await shownOffice(context, caller)
  // Before the calls: what happens in between comes again as a fact.
  const { seq, lines } = await context.lines.now(office_id)
  const inTheRoom = await linesInTheRoom(context, office_id)
  const { from: since } = officeDaySpan(new Date(shown.at), times)
  return {
    ...shown,
    seq,
    lines: shownLines(lines, inTheRoom),
    calls: await lastCalls(context, { office_id, since }),
  }
}
