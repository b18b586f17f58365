import * as v from 'valibot'
import { ANSWER_LENGTH_MAX } from '#contract/limits.ts'
import { judgePattern } from '../pattern/judge-pattern.ts'
import { reportRepeats, type Spot } from './spot.ts'

function checkQuestion(question: Spot): void {
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
  const objection = judgePattern(pattern, Math.min(limit, ANSWER_LENGTH_MAX))
  if (objection) {
    question
      .at('validCharacter')
      .report(objection.broken ? 'pattern-broken' : 'pattern-dangerous', objection.reason)
  }
}

/** What the parts of one line say about each other, and about its office. */
export function checkLine(
  line: Spot,
  office: { isWebOnly: boolean; lineCategories: ReadonlySet<string> },
): void {
  const givesNumbers = line.at('takes_tickets').value !== false
  if (givesNumbers && line.at('prefix').value === undefined) {
    line.at('prefix').report('prefix-missing', 'a line that gives numbers needs a prefix')
  }
  if (office.isWebOnly && line.at('type').value === 'kiosk') {
    line.at('type').report('kiosk-without-place', 'an office with options.web_only has no place for a kiosk')
  }
  const category = line.at('line_category').as(v.string())
  if (category !== undefined && !office.lineCategories.has(category)) {
    line
      .at('line_category')
      .report('unknown-line-category', `the office’s organization has no line category “${category}”`)
  }
  const questions = line.at('ticket_form').items()
  reportRepeats(
    questions.map(question => question.at('id')),
    'duplicate-question',
    'the id',
  )
  for (const question of questions) checkQuestion(question)
}
