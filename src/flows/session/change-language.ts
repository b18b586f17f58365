import type { Language } from '#contract/primitives.ts'
import { writeLanguage } from '#src/handoff/who.ts'
import type { FlowContext } from '../flow-context.ts'
import { renewPush } from '../push/renew-push.ts'
import { savePreferences } from '../push/save-preferences.ts'

/**
 * Changes the language here at once, and wherever this person is written to: the worker's notices, the push
 * that is worded by the server, the preferences. What cannot be told now is told at the next start.
 *
 * @see rule I18N-01
 */
export async function changeLanguage(context: FlowContext, language: Language): Promise<void> {
  context.ui.setLanguage(language)
  await context.db.keepTrying('language', () => writeLanguage(language))
  if (context.session.token() === null) return
  await savePreferences(context, {})
  await renewPush(context)
}
