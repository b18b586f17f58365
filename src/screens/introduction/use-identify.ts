import { useState } from 'react'
import { contactOf, documentOf, emptyPerson, type PersonDraft } from '#src/domain/person-draft.ts'
import { usePolicy } from '#src/screens/policy/use-policy.ts'
import { useErrand } from '#src/screens/shared/use-errand.ts'
import { sessionStore } from '#src/stores/session-store.ts'
import { useVisitAnswers, visitAnswersStore } from '#src/stores/visit-answers-store.ts'

/**
 * Logging in as a temporary user: the draft, which whoever leaves the form finds again, and what went wrong.
 * A retry is the same attempt, also of whoever left meanwhile and came back.
 * @param officeId whose policy is accepted with it; null where no office is in sight
 */
export function useIdentify(officeId: number | null) {
  const { policy } = usePolicy(officeId)
  const draft = useVisitAnswers(visit => visit.person) ?? emptyPerson
  // Of the policy that is shown here, and of no other office's.
  const [acceptsPolicy, setAccepts] = useState(false)
  const person = { ...draft, acceptsPolicy }
  const { run, busy, outcome, failure } = useErrand('logInTemporary')
  const attemptId = outcome && 'attemptId' in outcome ? outcome.attemptId : undefined

  /** @returns whether the person is signed in now */
  async function identify(): Promise<boolean> {
    const document = documentOf(person)
    const outcome = await run(
      { ...contactOf(person), ...document },
      {
        accepts: policy ?? { officeId },
        ...(attemptId !== undefined && { attemptId }),
      },
    )
    if (outcome.status === 'failed') return false
    const user_id = sessionStore.getState().user?.user_id
    if (user_id !== undefined) visitAnswersStore.getState().introduced(user_id, document)
    return true
  }

  function setPerson(typed: PersonDraft): void {
    setAccepts(typed.acceptsPolicy)
    visitAnswersStore.getState().typed(typed)
  }

  return {
    person,
    setPerson,
    progress: busy ? ('checking' as const) : ('idle' as const),
    /** The server has just let the person in. */
    isIn: outcome?.status === 'logged-in',
    failure,
    policy,
    identify,
  }
}
