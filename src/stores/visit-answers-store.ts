import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { Answers, Question } from '#contract/rest/forms.ts'
import { answerTo } from '#contract/rules/form-answers.ts'
import { type ForWhom, isOfOnePerson, saysWhoOneIs } from '#src/domain/for-whom.ts'
import type { PersonDraft } from '#src/domain/person-draft.ts'
import { foldText } from '#src/domain/fold-text.ts'

/**
 * What was answered on this visit, by the question's own words: no form asks for it again, of whichever line.
 * In memory, for whoever answered it: it goes with the page, and is nobody else's.
 */
export interface VisitAnswersStore {
  user_id: string | null
  said: Readonly<Record<string, string>>
  /** The person's own document, as they typed it when they said who they are. */
  document: { rut: string } | { dni: string } | null
  /** What somebody typed about themselves who is not in yet: who leaves the form and comes back finds it. */
  person: PersonDraft | null
  /** Whoever it was has left. */
  clear(): void
  typed(person: PersonDraft | null): void
  introduced(user_id: string, document: { rut: string } | { dni: string }): void
  answered(user_id: string, questions: readonly Question[], answers: Answers, forWhom: ForWhom): void
}

const keyOf = ({ fieldType, question }: Pick<Question, 'fieldType' | 'question'>) =>
  `${fieldType} ${foldText(question)}`

export const createVisitAnswersStore = () =>
  createStore<VisitAnswersStore>()((set, get) => {
    const of = (user_id: string) => (get().user_id === user_id ? get() : { said: {}, document: null })
    return {
      user_id: null,
      said: {},
      document: null,
      person: null,
      clear: () => set({ user_id: null, said: {}, document: null, person: null }),
      typed: person => set({ person }),
      introduced: (user_id, document) => set({ user_id, said: of(user_id).said, document }),
      answered(user_id, questions, answers, forWhom) {
        const said = questions.flatMap(question => {
          const answer = answerTo(answers, question.id)
          const isTheirs = forWhom === 'me' || !isOfOnePerson(question)
          return answer !== undefined && isTheirs ? [[keyOf(question), answer] as const] : []
        })
        const { said: before, document } = of(user_id)
        set({ user_id, document, said: { ...before, ...Object.fromEntries(said) } })
      },
    }
  })

/** What this person answered before of what is asked now, by the ids of these questions. */
export function answeredBefore(
  { user_id, said }: Pick<VisitAnswersStore, 'user_id' | 'said'>,
  user: string | null,
  questions: readonly Question[],
  forWhom: ForWhom,
): Answers {
  if (user === null || user !== user_id) return {}
  return Object.fromEntries(
    questions.flatMap(question => {
      const answer = answerTo(said, keyOf(question))
      const isTheirs = forWhom === 'me' || !saysWhoOneIs(question)
      return answer !== undefined && isTheirs ? [[question.id, answer]] : []
    }),
  )
}

export const visitAnswersStore = createVisitAnswersStore()
export const useVisitAnswers = <Slice>(select: (store: VisitAnswersStore) => Slice): Slice =>
  useStore(visitAnswersStore, select)
