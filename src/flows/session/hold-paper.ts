import { withDeadline } from '#src/platform/deadline.ts'
import type { FlowContext } from '../flow-context.ts'
import { failureOf } from '../failure-of.ts'
import { type Failure, failure } from '../outcome.ts'
import { enterSession, settleIn } from './enter-session.ts'
import { sendLogOut } from './send-log-out.ts'

/** Nobody waits for an answer about storage to see their number. */
const PERSIST_PATIENCE_MS = 500

export interface PaperInHand<Held> {
  secret: string
  /** Makes what the paper is of the phone's own, and remembers it here. */
  take(): Promise<Held>
  /** Brings in what belongs to it, where somebody was here already. */
  load(): Promise<unknown>
}

/**
 * Makes this phone the one that has what a paper of the office's is of: whoever is here gets it, and where
 * nobody is, the paper itself lets in, without a name. Asked again (a reload, a lost answer) it is so
 * already.
 */
export async function holdPaper<Held>(
  context: FlowContext,
  { secret, take, load }: PaperInHand<Held>,
): Promise<Held | Failure> {
  const { api, connectivity, session, storage, timers } = context
  if (!connectivity.hasNetwork()) return failure('offline')
  await session.whenKnown()
  // Remembered without a token: the server could not be asked who this is.
  if (session.user() && session.token() === null) return failure('offline')
  const isNew = session.token() === null
  try {
    if (isNew) {
      // Afterwards it would end the session that begins here.
      await sendLogOut(context)
      await enterSession(context, await api.login.paper(secret))
      await withDeadline(storage.persist(), PERSIST_PATIENCE_MS, timers)
    }
    const held = await take()
    // Joins its office, so that the page hears what becomes of it.
    await (isNew ? settleIn(context) : load())
    return held
  } catch (error) {
    return failureOf(error)
  }
}
