import type { Answers, Question } from '#contract/rest/forms.ts'
import type { Random } from '#server/platform/random.ts'

/** Nobody's in particular. */
const NAMES = [
  'Camila Soto',
  'Matías Fuentes',
  'Ignacia Vera',
  'Benjamín Lagos',
  'Antonia Pizarro',
  'Vicente Araya',
  'Josefa Muñoz',
  'Tomás Henríquez',
]

/**
 * What invented people answered: a name, and what may be chosen. They have no phone, e-mail or identity
 * number, which might be somebody's.
 */
export function demoAnswers(questions: readonly Question[], random: Random): Answers {
  const any = (texts: readonly string[]) => texts[Math.floor(random.fraction() * texts.length)] ?? ''
  const answers: Answers = {}
  for (const { id, fieldType, options = [], active } of questions) {
    if (active && fieldType === 'name') answers[id] = any(NAMES)
    if (active && fieldType === 'select') answers[id] = any(options)
  }
  return answers
}
