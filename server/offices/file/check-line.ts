import * as v from 'valibot'
import type { PatternJudge } from '../pattern/pattern-judge.ts'
import { checkForm } from './check-form.ts'
import type { OpenSpan } from './check-hours.ts'
import { checkReservations } from './check-reservations.ts'
import type { Spot } from './spot.ts'

/** What the parts of one line say about each other, and about its office. */
export function checkLine(
  line: Spot,
  office: {
    isWebOnly: boolean
    hours: readonly OpenSpan[]
    lineCategories: ReadonlySet<string>
    judge: PatternJudge
  },
): void {
  const givesNumbers = line.at('takes_tickets').value !== false
  if (givesNumbers && line.at('prefix').value === undefined) {
    line.at('prefix').report('prefix-missing', 'a line that gives numbers needs a prefix')
  }
  if (office.isWebOnly && line.at('type').value === 'kiosk') {
    line.at('type').report('kiosk-without-place', 'an office with options.web_only has no place for a kiosk')
  }
  if (office.isWebOnly && line.at('virtual').value !== true) {
    line.at('virtual').report('line-without-place', 'an office with options.web_only has virtual lines alone')
  }
  const category = line.at('line_category').as(v.string())
  if (category !== undefined && !office.lineCategories.has(category)) {
    line
      .at('line_category')
      .report('unknown-line-category', `the office’s organization has no line category “${category}”`)
  }
  checkForm(line.at('ticket_form'), office.judge)
  checkReservations(line, office)
}
