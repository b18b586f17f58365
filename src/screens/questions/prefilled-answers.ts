import type { Answers, Question } from '#contract/rest/forms.ts'

/** What is known of a person, by the kinds of question that ask for it. */
export type KnownOfPerson = Partial<Record<Question['fieldType'], string | null>>

/** The answers with what is known already in the place of what was not answered: nobody types it twice. */
export function prefilledAnswers(
  questions: readonly Question[],
  answers: Answers,
  person: KnownOfPerson,
): Answers {
  const known = questions.flatMap(({ id, fieldType, limit, active, answer: proposed }) => {
    const answer = person[fieldType] ?? proposed
    return active && answer && answer.length <= (limit ?? Infinity) ? [[id, answer]] : []
  })
  return { ...Object.fromEntries(known), ...answers }
}
