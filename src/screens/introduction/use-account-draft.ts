import { emptyPerson, type PersonDraft } from '#src/domain/person-draft.ts'
import { useSession } from '#src/stores/session-store.ts'
import { useVisitAnswers, visitAnswersStore } from '#src/stores/visit-answers-store.ts'

/**
 * Name and e-mail, as they stand in every form that asks who one is: whoever goes from one to the other types
 * nothing twice. What a temporary user said of themselves is known already.
 */
export function useAccountDraft() {
  const typed = useVisitAnswers(visit => visit.person)
  const user = useSession(session => session.user)
  const person: PersonDraft = typed ?? {
    ...emptyPerson,
    name: user?.name ?? '',
    email: user?.email ?? '',
  }
  const change = (patch: Partial<PersonDraft>) => visitAnswersStore.getState().typed({ ...person, ...patch })
  return { person, change }
}
