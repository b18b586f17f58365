import type { Answers, Question } from '../rest/forms.ts'
import { type AnswerFault, answerTo, faultsOf } from './form-answers.ts'

/** What somebody is reached by: who comes to the desk, or calls it, may have neither. */
const WAYS_TO_REACH = new Set<Question['fieldType']>(['tel', 'email'])

/**
 * A line's form as the desk asks it for somebody else: not their name, which the desk asks by itself, and a
 * telephone or an e-mail only of whoever has one.
 * @see rule DESK-11
 */
export const deskQuestions = (questions: readonly Question[]): Question[] =>
  questions
    .filter(({ active, fieldType }) => active && fieldType !== 'name')
    .map(question => (WAYS_TO_REACH.has(question.fieldType) ? { ...question, required: false } : question))

/** What is wrong with what the desk answered for somebody else. */
export const deskFaultsOf = (questions: readonly Question[], given: Answers): AnswerFault[] =>
  faultsOf(deskQuestions(questions), given)

/** The answers as the form keeps them: their name stands where it asks for it. */
export function withName(questions: readonly Question[], given: Answers, name: string): Answers {
  const asked = questions.filter(({ active, fieldType }) => active && fieldType === 'name')
  const named = asked.filter(({ id }) => answerTo(given, id) === undefined).map(({ id }) => [id, name])
  return { ...given, ...Object.fromEntries(named) }
}
