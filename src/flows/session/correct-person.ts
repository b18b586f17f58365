import type { TemporaryUpdate } from '#contract/rest/login.ts'
import { keepUser } from './enter-session.ts'
import type { FlowContext } from '../flow-context.ts'
import { failureOf } from '../failure-of.ts'
import { DONE, failure, type Outcome } from '../outcome.ts'

/**
 * Corrects what a temporary user typed of themselves. Without a document in it, theirs stays as it is.
 * @see specification §7 "PUT login /temporary", rule DOC-03
 */
export async function correctPerson(
  { api, connectivity, db, notices, session, ui }: FlowContext,
  person: Omit<TemporaryUpdate, 'language'>,
): Promise<Outcome> {
  if (!connectivity.hasNetwork()) return failure('offline')
  try {
    const corrected = await api.login.updateTemporary({ ...person, language: ui.language() })
    session.signedIn(corrected)
    await keepUser({ db }, corrected)
  } catch (error) {
    return failureOf(error)
  }
  notices.raise({ kind: 'success', subject: 'person', code: 'preferences-saved' })
  return DONE
}
