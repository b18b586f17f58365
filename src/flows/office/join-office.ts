import { SocketError } from '#src/socket/office-socket.ts'
import type { FlowContext } from '../flow-context.ts'
import { failureOf } from '../failure-of.ts'
import { DONE, type Outcome } from '../outcome.ts'

/**
 * Joins an office's channel, for as long as its screen is open or its ticket is held. A guest does not
 * (CHAN-03), and that is no failure of theirs. One that takes too long or fails raises a notice, and goes on
 * being tried (CHAN-02).
 */
export async function joinOffice(
  { socket, notices }: Pick<FlowContext, 'socket' | 'notices'>,
  officeSlug: string,
): Promise<Outcome> {
  try {
    await socket.join(officeSlug)
    return DONE
  } catch (error) {
    if (
      error instanceof SocketError &&
      (error.code === 'channel-join' || error.code === 'channel-join-failed')
    )
      notices.raise({ kind: 'alert', subject: officeSlug, code: error.code, officeSlug })
    return failureOf(error)
  }
}
