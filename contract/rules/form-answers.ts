import type { Answers, GivenAnswer, Question } from '../rest/forms.ts'
import { ANSWER_LENGTH_MAX, FORM_LIMITS } from '../limits.ts'
import { DNI, plainDni } from './dni.ts'
import { lettersOnly, plainName } from './person-name.ts'
import { PHONE, phoneDigits } from './phone.ts'
import { isValidRut } from './rut.ts'
import { seenText } from './seen-text.ts'

/** Why an answer does not do. `invalid` carries the question's own message where it has one. */
export type AnswerFault = { id: string; fault: 'missing' | 'too-long' | 'invalid'; message: string | null }

const email = /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/

function fitsType({ fieldType, options }: Question, answer: string): boolean {
  switch (fieldType) {
    case 'name':
      return lettersOnly.test(plainName(answer))
    case 'tel':
      return PHONE.test(phoneDigits(answer))
    case 'email':
      return email.test(answer)
    case 'rut':
      return isValidRut(answer)
    case 'dni':
      return DNI.test(plainDni(answer))
    case 'number':
      return /^-?\d+([.,]\d+)?$/.test(answer)
    case 'select':
      return options?.includes(answer) ?? false
    case 'checkbox':
      return answer === 'true' || answer === 'false'
    case 'text':
    case 'textarea':
      return true
  }
}

/** The whole answer must match, whatever anchors the pattern has. */
function matches(pattern: string, answer: string): boolean {
  return new RegExp(`^(?:${pattern})$`, 'u').test(answer)
}

/** A question may be called `constructor`: what every object has is nobody's answer. */
export const answerTo = (answers: Answers, id: string): string | undefined =>
  Object.hasOwn(answers, id) ? answers[id] : undefined

/** How long an answer may be, in characters: also where the question sets no limit. */
export const longestAnswer = ({ limit }: Pick<Question, 'limit'>): number => limit ?? ANSWER_LENGTH_MAX

/**
 * Holds the answers against the questions that are asked (active ones), in their order. Both ends ask this:
 * the form to help, the server to be sure.
 * @see rules FORM-01 and FORM-02
 */
export function faultsOf(questions: readonly Question[], answers: Answers): AnswerFault[] {
  const faults: AnswerFault[] = []
  for (const question of questions) {
    if (!question.active) continue
    const answer = seenText(answerTo(answers, question.id) ?? '').trim()
    const fault = (kind: AnswerFault['fault']) =>
      faults.push({
        id: question.id,
        fault: kind,
        message: kind === 'invalid' ? question.validMessage : null,
      })
    if (answer === '' || (question.fieldType === 'checkbox' && answer === 'false')) {
      if (question.required) fault('missing')
    } else if (answer.length > longestAnswer(question)) fault('too-long')
    else if (!fitsType(question, answer)) fault('invalid')
    else if (question.validCharacter !== null && !matches(question.validCharacter, answer)) fault('invalid')
  }
  return faults
}

/** The form of an office that defines none (FORM-01). Its messages are §5's, to the letter. */
export function defaultQuestions(officeId: number): Question[] {
  const base = { required: true, validCharacter: null, active: true, officeId }
  return [
    {
      ...base,
      id: 'name',
      fieldType: 'name',
      question: 'Nombre',
      limit: FORM_LIMITS.name,
      validMessage: 'Debe ingresar un nombre válido',
    },
    {
      ...base,
      id: 'tel',
      fieldType: 'tel',
      question: 'Teléfono',
      limit: FORM_LIMITS.tel,
      validMessage: 'Debe ingresar un numero de teléfono válido',
    },
    {
      ...base,
      id: 'email',
      fieldType: 'email',
      question: 'Correo',
      limit: FORM_LIMITS.email,
      validMessage: 'Debe ingresar un correo válido',
    },
  ]
}

/** The answers beside their questions, in the form's order; what the form no longer asks is left out. */
export const answersInOrder = (
  questions: readonly Pick<Question, 'id' | 'fieldType' | 'question'>[],
  given: Answers,
): GivenAnswer[] =>
  questions.flatMap(({ id, fieldType, question }) => {
    const answer = answerTo(given, id)
    return answer === undefined ? [] : [{ id, fieldType, question, answer }]
  })
