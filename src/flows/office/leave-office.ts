import type { FlowContext } from '../flow-context.ts'

/**
 * An office's screen was closed, or its last ticket is over: leaves the channel, unless something needs it
 * (CHAN-04).
 */
export async function leaveOffice(
  { socket }: Pick<FlowContext, 'socket'>,
  officeSlug: string,
): Promise<void> {
  await socket.leave(officeSlug)
}
