import * as v from 'valibot'
import { ANSWER_LENGTH_MAX } from '#contract/limits.ts'
import type { PatternJudge } from '../pattern/pattern-judge.ts'
import { reportRepeats, type Spot } from './spot.ts'

function checkQuestion(question: Spot, judge: PatternJudge): void {
  const options = question.at('options')
  const isSelect = question.at('fieldType').value === 'select'
  if (isSelect && options.value === undefined) {
    options.report('options-missing', 'a select needs options to choose from')
  }
  if (!isSelect && options.value !== undefined) {
    options.report('options-unasked', 'only a select has options')
  }
  reportRepeats(options.items(), 'duplicate-option', 'the option')

  const pattern = question.at('validCharacter').as(v.string())
  if (pattern === undefined) return
  const limit = question.at('limit').as(v.number()) ?? ANSWER_LENGTH_MAX
  const objection = judge(pattern, Math.min(limit, ANSWER_LENGTH_MAX))
  if (objection) {
    question
      .at('validCharacter')
      .report(objection.broken ? 'pattern-broken' : 'pattern-dangerous', objection.reason)
  }
}

/** What the questions of one form say about themselves and each other. */
export function checkForm(form: Spot, judge: PatternJudge): void {
  const questions = form.items()
  reportRepeats(
    questions.map(question => question.at('id')),
    'duplicate-question',
    'the id',
  )
  for (const question of questions) checkQuestion(question, judge)
}
