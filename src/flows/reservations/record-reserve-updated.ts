import type { OfficeEvent } from '#contract/channel/office-channel.ts'
import type { FlowContext } from '../flow-context.ts'
import { recordReservation, refreshReservation } from './refresh-reservation.ts'

/**
 * Slots were taken or given back: the blocks that are shown say how many are free now, without being fetched.
 * The owner's copy brings the reservation itself as well.
 *
 * @see rule RES-07
 */
export async function recordReserveUpdated(
  context: FlowContext,
  { officeSlug, line_id, blocks, ruid, owned }: OfficeEvent<'reserve:updated'>,
): Promise<void> {
  context.serverData.applyBlocks(officeSlug, line_id, blocks)
  if (owned) await recordReservation(context, owned)
  else if (ruid) await refreshReservation(context, ruid)
}
