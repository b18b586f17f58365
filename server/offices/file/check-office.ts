import * as v from 'valibot'
import { knowsZone } from '#contract/rules/zone-format.ts'
import type { PatternJudge } from '../pattern/pattern-judge.ts'
import { checkHours } from './check-hours.ts'
import { checkLine } from './check-line.ts'
import { checkModuloLines } from './check-modulo-lines.ts'
import { checkPreference } from './check-preference.ts'
import { reportRepeats, type Spot } from './spot.ts'

/**
 * Intl would also take offsets (+03:00) and names in any case, which PostgreSQL reads differently or not at
 * all.
 */
const isTimeZone = (name: string): boolean =>
  (name === 'UTC' || /^[A-Z][A-Za-z]+(\/[A-Za-z0-9_+-]+)+$/.test(name)) && knowsZone(name)

function checkPlace(office: Spot, isWebOnly: boolean): void {
  for (const key of ['latitude', 'longitude']) {
    const spot = office.at(key)
    const isGiven = spot.value !== undefined && spot.value !== null
    if (isWebOnly && isGiven) {
      spot.report('coordinates-of-web-only', `an office with options.web_only has no place, but a ${key}`)
    }
    if (!isWebOnly && !isGiven) {
      spot.report('coordinates-missing', `the ${key} is missing; only options.web_only goes without`)
    }
  }
}

/** Green, amber, red: in that order, or one of them would never be seen. */
function checkWarnings(warnings: Spot): void {
  for (const key of ['waiting', 'minutes']) {
    const [amber, red] = ['amber', 'red'].map(step => warnings.at(key).at(step).as(v.number()))
    if (amber !== undefined && red !== undefined && amber >= red) {
      warnings.at(key).report('warnings-backwards', `amber (${amber}) does not come before red (${red})`)
    }
  }
}

/**
 * What the parts of one office say about each other. `lineCategories` are its organization's, by category;
 * `foreignZones` those that the database does not know.
 */
export function checkOffice(
  office: Spot,
  known: {
    categories: ReadonlySet<string>
    lineCategories: ReadonlyMap<string, ReadonlySet<string>>
    foreignZones: ReadonlySet<string>
    judge: PatternJudge
  },
): void {
  const category = office.at('category').as(v.string())
  if (category !== undefined && !known.categories.has(category)) {
    office.at('category').report('unknown-category', `there is no category “${category}”`)
  }
  const timeZone = office.at('time_zone').as(v.string())
  if (timeZone !== undefined && !isTimeZone(timeZone)) {
    office.at('time_zone').report('unknown-time-zone', `there is no time zone “${timeZone}”`)
  } else if (timeZone !== undefined && known.foreignZones.has(timeZone)) {
    const message = `the database does not know the time zone “${timeZone}”: its list is older (tzdata)`
    office.at('time_zone').report('unknown-time-zone', message)
  }
  const isWebOnly = office.at('options').at('web_only').value === true
  checkPlace(office, isWebOnly)
  const hours = checkHours(office.at('hours'))

  const lines = office.at('lines').items()
  reportRepeats(
    lines.map(line => line.at('slug')),
    'duplicate-line',
    'the slug',
  )
  reportRepeats(
    lines.map(line => line.at('prefix')),
    'duplicate-prefix',
    'the prefix',
  )
  reportRepeats(office.at('modulos').items(), 'duplicate-modulo', 'the modulo')
  reportRepeats(office.at('services').items(), 'duplicate-service', 'the service')
  checkModuloLines(office)
  checkPreference(office)
  reportRepeats(
    office
      .at('messages')
      .items()
      .map(message => message.at('slug')),
    'duplicate-message',
    'the slug',
  )
  checkWarnings(office.at('warnings'))
  for (const line of lines) {
    checkLine(line, {
      isWebOnly,
      hours,
      lineCategories: known.lineCategories.get(category ?? '') ?? new Set(),
      judge: known.judge,
    })
  }
}
