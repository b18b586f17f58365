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
  await context.db.keepTrying('language', () => writeLanguage(context.ui.language()))
  if (context.session.token() === null) return
  await savePreferences(context, {})
  await renewPush(context)
}
