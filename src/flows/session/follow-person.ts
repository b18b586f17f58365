import type { PersonNews } from '#src/platform/other-pages.ts'
import type { FlowContext } from '../flow-context.ts'
import { leavePage } from './leave-page.ts'
import { startSession } from './start-session.ts'

/** Nobody is here, or nobody any more: whoever came in elsewhere is here as well. */
async function followWhoCame(context: FlowContext): Promise<void> {
  const { db, session } = context
  if ((await db.userData.read('user')) === null || session.user() !== null) return
  await startSession(context)
}

/**
 * Somebody left in another page of this browser, or somebody else came in there: this page shows nothing of
 * theirs any more, and writes nothing of theirs back. Whoever came in there anew goes on here in that
 * session: the one before it, which is this page's, ended with it.
 * @param news null where this page only looks whether it missed any
 */
export async function followPerson(context: FlowContext, news: PersonNews | null): Promise<void> {
  const { db, session, socket } = context
  const here = session.user()
  if (here === null) {
    // What is here of whoever was here until their session ended was erased there.
    if (news?.kind === 'left' && session.hasExpired()) leavePage(context)
    return await followWhoCame(context)
  }
  if (news?.kind === 'left') {
    if (news.user_id !== here.user_id) return
    socket.leaveAll()
    leavePage(context)
    // What was on its way to this page came after the other one had forgotten it.
    await db.forgetPerson(here.user_id)
    return
  }
  const known = await db.userData.read('user')
  if (known?.user_id === here.user_id) {
    // Once this page has the newer session, the other one finds nothing to follow.
    if (known.expires_at !== here.expires_at) await startSession(context)
    return
  }
  socket.leaveAll()
  leavePage(context)
  await startSession(context)
}
