import type { Answers, Question } from '#contract/rest/forms.ts'
import { answerTo } from '#contract/rules/form-answers.ts'
import { plainDni } from '#contract/rules/dni.ts'
import { normalizeRut } from '#contract/rules/rut.ts'
import { useSession } from '#src/stores/session-store.ts'
import { type ForWhom, saysWhoOneIs } from '#src/domain/for-whom.ts'
import { answeredBefore, useVisitAnswers, visitAnswersStore } from '#src/stores/visit-answers-store.ts'
import { type KnownOfPerson, prefilledAnswers } from './prefilled-answers.ts'

const asksDocument = ({ active, fieldType }: Question): boolean =>
  active && (fieldType === 'rut' || fieldType === 'dni')

/**
 * Whether a form asks for a document: then it may be somebody else's, and is filled in only for whom it is.
 */
export const asksForDocument = (questions: readonly Question[]): boolean => questions.some(asksDocument)

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
      const own = answeredBefore(visit, user_id, questions, 'me')
      const isOwn = (question: Question, document: string) =>
        [person[question.fieldType], answerTo(own, question.id)].some(known => isSame(known, document))
      // Nobody has to say for whom it is: left open, it is for oneself only by one's own document.
      const seen = !isTold && !saysOwnDocument(questions, answers, isOwn) ? 'other' : 'me'
      visitAnswersStore.getState().answered(user_id, questions, answers, forWhom ?? seen)
    },
  }
}

const asCompared = (document: string): string => normalizeRut(document) ?? plainDni(document).toUpperCase()

const isSame = (known: string | null | undefined, document: string): boolean =>
  typeof known === 'string' && asCompared(known) === asCompared(document)

function saysOwnDocument(
  questions: readonly Question[],
  answers: Answers,
  isOwn: (question: Question, document: string) => boolean,
): boolean {
  const documents = questions.filter(asksDocument).flatMap(question => {
    const document = answerTo(answers, question.id)?.trim() ?? ''
    return document === '' ? [] : [{ question, document }]
  })
  return documents.length > 0 && documents.every(({ question, document }) => isOwn(question, document))
}

const withoutPerson = (questions: readonly Question[], typed: Answers): Answers => {
  const ofPerson = new Set(questions.filter(saysWhoOneIs).map(({ id }) => id))
  return Object.fromEntries(Object.entries(typed).filter(([id]) => !ofPerson.has(id)))
}
