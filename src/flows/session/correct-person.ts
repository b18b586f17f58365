import type { TemporaryUpdate } from '#contract/rest/login.ts'
import type { FlowContext } from '../flow-context.ts'
import { changePerson, type PersonChanged } from './change-person.ts'

/**
 * Corrects what a temporary user typed of themselves. Without a document in it, theirs stays as it is.
 * @see specification §7 "PUT login /temporary", rule DOC-03
 */
export function correctPerson(
  context: FlowContext,
  person: Omit<TemporaryUpdate, 'language'>,
): Promise<PersonChanged> {
  const { api, ui } = context
  return changePerson(context, () => api.login.updateTemporary({ ...person, language: ui.language() }))
}
