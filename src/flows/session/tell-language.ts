import { writeLanguage } from '#src/handoff/who.ts'
import type { FlowContext } from '../flow-context.ts'
import { keepTheirs } from '../keep-theirs.ts'
import { renewPush } from '../push/renew-push.ts'
import { savePreferences } from '../push/save-preferences.ts'
import { whoIsHere } from '../who-is-here.ts'

/**
 * Tells the language that is spoken here wherever this person is written to: the worker's notices, the push
 * that is worded by the server, the preferences. What cannot be told now is told at the next start, or when
 * the network is back.
 *
 * @see rule I18N-01
 */
export async function tellLanguage(context: FlowContext): Promise<void> {
  const { db, session, ui } = context
  // Asked first: by the time that a slow storage has answered, somebody else may be here.
  const chooser = whoIsHere(context)
  await db.keepTrying('language', () => writeLanguage(ui.language()))
  const user = await chooser
  if (user === null) return
  const { user_id } = user
  await keepTheirs(context, user_id, ({ userData }) =>
    userData.write('language_untold', { user_id, language: ui.language() }),
  )
  await tellUntoldLanguage(context)
  if (session.token() !== null) await renewPush(context)
}

/** Tells what could not be told when it was chosen. Of whoever was here before it is nobody else's. */
export async function tellUntoldLanguage(context: FlowContext): Promise<void> {
  const { db, session, ui } = context
  if (session.token() === null) return
  const untold = await db.userData.read('language_untold')
  if (untold === null) return
  const language = ui.language()
  const isTheirs = untold.user_id === session.user()?.user_id
  if (isTheirs && (await savePreferences(context, {})).status !== 'done') return
  await db.atomically(async ({ userData }) => {
    // Another one may have been chosen meanwhile.
    const now = await userData.read('language_untold')
    if (!isTheirs || now?.language === language) await userData.remove('language_untold')
  })
}
