import { SocketError } from '#src/socket/office-socket.ts'
import type { FlowContext } from '../flow-context.ts'
import { failureOf } from '../failure-of.ts'
import { DONE, type Outcome } from '../outcome.ts'

export interface OfficeHold {
  joined: Promise<Outcome>
  /** Gives it up; again does nothing. */
  release(): void
}

/**
 * Joins an office's channel, and keeps it until it is released, whoever else leaves it: for screens. A guest
 * does not join (CHAN-03), and that is no failure of theirs. A join that takes too long or fails raises a
 * notice, and goes on being tried (CHAN-02).
 */
export function holdOffice(
  { socket, notices }: Pick<FlowContext, 'socket' | 'notices'>,
  officeSlug: string,
): OfficeHold {
  const { joined, release } = socket.hold(officeSlug)
  const told = joined.then(
    () => DONE,
    (error: unknown) => {
      if (
        error instanceof SocketError &&
        (error.code === 'channel-join' || error.code === 'channel-join-failed')
      )
        notices.raise({ kind: 'alert', subject: officeSlug, code: error.code, officeSlug })
      return failureOf(error)
    },
  )
  return { joined: told, release }
}
