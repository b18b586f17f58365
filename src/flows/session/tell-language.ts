import { writeLanguage } from '#src/handoff/who.ts'
import type { FlowContext } from '../flow-context.ts'
import { renewPush } from '../push/renew-push.ts'
import { savePreferences } from '../push/save-preferences.ts'

/**
 * Tells the language that is spoken here wherever this person is written to: the worker's notices, the push
 * that is worded by the server, the preferences. What cannot be told now is told at the next start.
 *
 * @see rule I18N-01
 */
export async function tellLanguage(context: FlowContext): Promise<void> {
  const { db, session, ui } = context
  await db.keepTrying('language', () => writeLanguage(ui.language()))
  if (session.user() === null) return
  await db.userData.write('language_untold', true)
  await tellUntoldLanguage(context)
  if (session.token() !== null) await renewPush(context)
}

/** Tells what could not be told when it was chosen. */
export async function tellUntoldLanguage(context: FlowContext): Promise<void> {
  const { db, session } = context
  if (session.token() === null || !(await db.userData.read('language_untold'))) return
  const saved = await savePreferences(context, {})
  if (saved.status === 'done') await db.userData.remove('language_untold')
}
