import * as v from 'valibot'
import { answers, type GivenAnswer, type Question } from '#contract/rest/forms.ts'
import { answersInOrder, defaultQuestions } from '#contract/rules/form-answers.ts'
import type { QueueContext } from '../queue-context.ts'

/** What somebody answered, sealed, and the forms of their line. */
export interface AnsweredForms {
  office_id: number
  meta: Uint8Array | null
  ticket_form: Omit<Question, 'officeId'>[] | null
  reserve_form: Omit<Question, 'officeId'>[] | null
  /** Anything, where it is a reservation. */
  reserve: unknown
}

const keptMeta = v.object({ answers: v.optional(answers) })

/** What was asked when the number was taken, or the time booked. */
const formOf = ({ reserve, ticket_form, reserve_form, office_id }: AnsweredForms) =>
  reserve ? (reserve_form ?? defaultQuestions(office_id)) : (ticket_form ?? [])

/** As the desk reads them, in the form's order. */
export function givenAnswers(row: AnsweredForms, { protect }: Pick<QueueContext, 'protect'>): GivenAnswer[] {
  if (row.meta === null) return []
  const { answers: given = {} } = v.parse(keptMeta, protect.openMeta(row.meta))
  return answersInOrder(formOf(row), given)
}
