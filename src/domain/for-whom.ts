import type { Question } from '#contract/rest/forms.ts'

/** For whom a form is filled in. */
export type ForWhom = 'me' | 'other'

const OF_A_PERSON: readonly Question['fieldType'][] = ['name', 'rut', 'dni']

const REACHES_A_PERSON: readonly Question['fieldType'][] = ['tel', 'email']

/** Whether it asks who somebody is: another person's answer is never proposed as one's own. */
export const saysWhoOneIs = ({ fieldType }: Pick<Question, 'fieldType'>): boolean =>
  OF_A_PERSON.includes(fieldType)

/** Whether it asks that, or how they are reached: another person's answer is not kept as one's own. */
export const isOfOnePerson = (question: Pick<Question, 'fieldType'>): boolean =>
  saysWhoOneIs(question) || REACHES_A_PERSON.includes(question.fieldType)
