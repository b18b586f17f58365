import type { Language } from '#contract/primitives.ts'
import { writeWho } from '#src/handoff/who.ts'
import type { FlowContext } from '../flow-context.ts'
import { isFailure } from '../outcome.ts'

/** The ways in. Who came in by one was somebody: how it ended is theirs, and nobody comes in by it again. */
const WAYS_IN: ReadonlySet<string> = new Set([
  'signIn',
  'signUp',
  'logInTemporary',
  'redeemHandover',
  'signInWithProvider',
  'claimAttempt',
  'returnFromProvider',
])

/** What a link, a paper or this place answers to everybody. */
const ASKED_BY_NOBODY: ReadonlySet<string> = new Set([
  'followPaper',
  'followSlip',
  'forgetPassword',
  'resetPassword',
  'confirmEmail',
  'recoverAccount',
  'findPosition',
])

/**
 * What somebody asks for who may be nobody. A session that turns out to be over meanwhile was not what it was
 * asked in, and whoever pressed would never hear what came of it.
 */
const isAskedByNobody = (verb: string, { isRunning, outcome }: { isRunning: boolean; outcome: unknown }) =>
  ASKED_BY_NOBODY.has(verb) || (WAYS_IN.has(verb) && (isRunning || isFailure(outcome)))

/** That nobody is here; or who came in by another page, whose word this one may have written over. */
async function tellWorker({ userData }: FlowContext['db'], language: Language): Promise<void> {
  await writeWho({ user_id: null, language })
  const since = await userData.read('user')
  if (since) await writeWho({ user_id: since.user_id, language })
}

/**
 * The session is over: says 'Sesion Expirada' and makes the person a guest. Receipts stay: they are theirs.
 * What was asked for in their name is nobody's to repeat.
 * @see rule AUTH-09
 */
export async function expireSession({
  db,
  errands,
  newTicket,
  notices,
  reservationDrafts,
  session,
  socket,
  ui,
}: Pick<
  FlowContext,
  'db' | 'errands' | 'newTicket' | 'notices' | 'reservationDrafts' | 'session' | 'socket' | 'ui'
>): Promise<void> {
  const here = session.user()
  // At once: what is typed from now on may be somebody else's.
  if (here && !here.temporal) reservationDrafts.leftBy(here.user_id)
  session.expired()
  socket.leaveAll()
  errands.clear(isAskedByNobody)
  newTicket.clear()
  notices.raise({ kind: 'generic-error', subject: 'session', code: 'session-expired' })
  const wasTheirs = await db.atomically(async ({ userData }) => {
    const user = await userData.read('user')
    // Somebody came in by another page, or they themselves did, anew: it is that session by which this
    // browser knows them.
    if (user && (user.user_id !== here?.user_id || user.expires_at !== here.expires_at)) return false
    if (user) await userData.write('ended', { user_id: user.user_id, temporal: user.temporal })
    await userData.remove('user')
    return true
  })
  if (wasTheirs) await db.keepTrying('who', () => tellWorker(db, ui.language()))
}
