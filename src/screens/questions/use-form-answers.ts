import type { Answers, Question } from '#contract/rest/forms.ts'
import { useSession } from '#src/stores/session-store.ts'
import { type ForWhom, saysWhoOneIs } from '#src/domain/for-whom.ts'
import { answeredBefore, useVisitAnswers, visitAnswersStore } from '#src/stores/visit-answers-store.ts'
import { type KnownOfPerson, prefilledAnswers } from './prefilled-answers.ts'

/**
 * Whether a form asks for a document: then it may be somebody else's, and is filled in only for whom it is.
 */
export const asksForDocument = (questions: readonly Question[]): boolean =>
  questions.some(({ active, fieldType }) => active && (fieldType === 'rut' || fieldType === 'dni'))

/** Without another person's: what says who the one is that is signed in, and how they are reached. */
export function knownFor(forWhom: ForWhom | null, person: KnownOfPerson): KnownOfPerson {
  const { name, rut, dni, ...contact } = person
  return forWhom === 'me' ? { name: name ?? null, rut: rut ?? null, dni: dni ?? null, ...contact } : contact
}

/**
 * A form's answers, with what is known already in the place of what was not answered: who one is, and what
 * one answered on this visit. Nobody types it twice; all of it can be changed.
 * @param forWhom null while a form that asks for a document has not been told
 */
export function useFormAnswers(questions: readonly Question[], typed: Answers, forWhom: ForWhom | null) {
  const user = useSession(session => session.user)
  const visit = useVisitAnswers(store => store)
  const user_id = user?.user_id ?? null
  const person: KnownOfPerson = {
    name: user?.name ?? null,
    tel: user?.phone ?? null,
    email: user?.email ?? null,
    ...(visit.user_id === user_id && visit.document),
  }
  const isTold = forWhom !== null || !asksForDocument(questions)
  const known = knownFor(isTold ? (forWhom ?? 'me') : null, person)
  const before = answeredBefore(visit, user_id, questions, isTold ? (forWhom ?? 'me') : 'other')
  return {
    answers: prefilledAnswers(questions, { ...before, ...typed }, known),
    /** What stays of what was typed when the form is for another one than before. */
    typedForAnother: (): Answers => withoutPerson(questions, typed),
    remember: (answers: Answers) => {
      if (user_id === null) return
      visitAnswersStore.getState().answered(user_id, questions, answers, forWhom ?? 'me')
    },
  }
}

const withoutPerson = (questions: readonly Question[], typed: Answers): Answers => {
  const ofPerson = new Set(questions.filter(saysWhoOneIs).map(({ id }) => id))
  return Object.fromEntries(Object.entries(typed).filter(([id]) => !ofPerson.has(id)))
}
