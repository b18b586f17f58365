import { useLingui } from '@lingui/react'
import { useRef, useState } from 'react'
import { usePolicy } from '#src/screens/policy/use-policy.ts'
import { flows } from '#src/flows/flows.ts'
import { sessionStore } from '#src/stores/session-store.ts'
import { visitAnswersStore } from '#src/stores/visit-answers-store.ts'
import { errorText } from '#src/texts/error-texts.ts'
import { contactOf, documentOf, emptyPerson, type PersonDraft } from './person-draft.ts'

/**
 * Logging in as a temporary user: the draft, the captcha's progress, and what went wrong. A retry is the same attempt.
 * @param officeId whose policy is accepted with it; null where no office is in sight
 */
export function useIdentify(officeId: number | null) {
  const { i18n } = useLingui()
  const { policy } = usePolicy(officeId)
  const [person, setPerson] = useState<PersonDraft>(emptyPerson)
  const [progress, setProgress] = useState<'idle' | 'checking' | 'sending'>('idle')
  const [failure, setFailure] = useState<string | null>(null)
  const attemptId = useRef<string | undefined>(undefined)

  /** @returns whether the person is signed in now */
  async function identify(): Promise<boolean> {
    setProgress('checking')
    setFailure(null)
    const document = documentOf(person)
    try {
      const { logInTemporary } = await flows.get()
      const outcome = await logInTemporary(
        {
          ...contactOf(person),
          ...(policy && { policy: policy.version }),
          ...document,
        },
        attemptId.current === undefined ? {} : { attemptId: attemptId.current },
      )
      if (outcome.status === 'logged-in') {
        const user_id = sessionStore.getState().user?.user_id
        if (user_id !== undefined) visitAnswersStore.getState().introduced(user_id, document)
        return true
      }
      attemptId.current = outcome.attemptId
      setFailure(i18n._(errorText(outcome.code)))
    } catch (error) {
      reportError(error)
      setFailure(i18n._(errorText('internal')))
    } finally {
      setProgress('idle')
    }
    return false
  }

  return { person, setPerson, progress, failure, policy, identify }
}
