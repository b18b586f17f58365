import type { PatternJudge } from '../pattern/pattern-judge.ts'
import { checkForm } from './check-form.ts'
import { checkHours, type OpenSpan } from './check-hours.ts'
import { lineReservationsEntry } from './reservations-entry.ts'
import type { Spot } from './spot.ts'

/** Whether somebody is there from one minute to the other: entries of hours may touch. */
function isOpenThrough(open: readonly OpenSpan[], { weekday, from, to }: OpenSpan): boolean {
  let minute = from
  const sameDay = open.filter(span => span.weekday === weekday).sort((a, b) => a.from - b.from)
  for (const span of sameDay) if (span.from <= minute) minute = Math.max(minute, span.to)
  return minute >= to
}

/** A booked time nobody could keep: at a place that there is not, or when nobody is there. */
function checkPlace(
  reservations: Spot,
  spans: readonly OpenSpan[],
  { isVideoOnly, hours }: { isVideoOnly: boolean; hours: readonly OpenSpan[] },
): void {
  const modalities = reservations.at('modalities')
  const inPerson = modalities.items().find(spot => spot.value === 'in-person')
  if (isVideoOnly && inPerson) {
    inPerson.report(
      'in-person-without-place',
      'nobody is attended in person in a virtual line, nor at an office with options.web_only',
    )
  }
  if (isVideoOnly || (modalities.value !== undefined && !inPerson)) return
  const outside = new Set(spans.filter(span => !isOpenThrough(hours, span)).map(({ spot }) => spot))
  for (const spot of outside) {
    spot.report('hours-outside-office', 'in person a time can only be booked while the office is open')
  }
}

/** What a line says about the times that may be booked, held against the line and its office. */
export function checkReservations(
  line: Spot,
  office: { isWebOnly: boolean; hours: readonly OpenSpan[]; judge: PatternJudge },
): void {
  const reservations = line.at('reservations')
  if (reservations.value === undefined) return
  if (line.at('takes_reservations').value === undefined) {
    reservations.report(
      'reservations-unsaid',
      'say takes_reservations as well: true takes them, false keeps these settings for later',
    )
  }
  checkForm(reservations.at('form'), office.judge)
  const hours = reservations.at('hours')
  const own = checkHours(hours)
  checkPlace(reservations, own, {
    isVideoOnly: office.isWebOnly || line.at('virtual').value === true,
    hours: office.hours,
  })

  const minutes = reservations.at('minutes').as(lineReservationsEntry.entries.minutes)
  if (minutes === undefined) return
  const tooShort = (span: OpenSpan) => span.to - span.from < minutes
  for (const spot of new Set(own.filter(tooShort).map(span => span.spot))) {
    spot.report('block-too-long', `no block of ${minutes} minutes fits in these hours`)
  }
  const isOffices = hours.value === undefined || hours.value === null
  if (isOffices && office.hours.length > 0 && office.hours.every(tooShort)) {
    reservations
      .at('minutes')
      .report('block-too-long', `no block of ${minutes} minutes fits in the office’s hours`)
  }
}
