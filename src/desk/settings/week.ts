/** From when to when on one day: HH:MM. An end that is not after the beginning is of the day after. */
export interface Span {
  from: string
  to: string
}

/** The spans of each day, Monday first. A week of the editor: no hour stands in two places. */
export type Week = readonly (readonly Span[])[]

/** Hours as the offices file has them. */
export interface HoursEntry {
  days: number[]
  from: string
  to: string
}

const MIDNIGHT = '00:00'
const DAYS = 7

/** Whether the span goes on into the day after. */
export const isOverMidnight = ({ from, to }: Span): boolean => to !== '' && to < from && to !== MIDNIGHT

const byBeginning = (a: Span, b: Span) => a.from.localeCompare(b.from)

/**
 * The file's hours by day. What the file has in two entries, until midnight and from midnight on, is one span
 * of the evening: nobody thinks of a bar's night as of two openings.
 */
export function weekOf(hours: readonly HoursEntry[]): Week {
  const days: Span[][] = Array.from({ length: DAYS }, (_, at) =>
    hours
      .filter(entry => entry.days.includes(at + 1))
      .map(({ from, to }) => ({ from, to }))
      .sort(byBeginning),
  )
  const taken = new Set<Span>()
  const joined = days.map((spans, at) =>
    spans.map(span => {
      const [after] = days[(at + 1) % DAYS] ?? []
      const goesOn =
        span.to === '24:00' &&
        span.from !== MIDNIGHT &&
        after?.from === MIDNIGHT &&
        after.to < span.from &&
        after.to !== ''
      if (!goesOn) return { span, shown: { from: span.from, to: span.to === '24:00' ? MIDNIGHT : span.to } }
      taken.add(after)
      return { span, shown: { from: span.from, to: after.to } }
    }),
  )
  return joined.map(spans => spans.filter(({ span }) => !taken.has(span)).map(({ shown }) => shown))
}

/** An entry of the file, and the spans of the week that it was made of. */
interface MadeEntry {
  entry: HoursEntry
  of: { day: number; nth: number }[]
}

function entriesOf(week: Week): MadeEntry[] {
  const made = new Map<string, MadeEntry>()
  const add = (weekday: number, from: string, to: string, of: { day: number; nth: number }) => {
    const key = `${from} ${to}`
    const known = made.get(key) ?? { entry: { days: [], from, to }, of: [] }
    made.set(key, known)
    known.entry.days.push(weekday)
    known.of.push(of)
  }
  week.forEach((spans, day) =>
    spans.forEach((span, nth) => {
      const of = { day, nth }
      if (isOverMidnight(span)) {
        add(day + 1, span.from, '24:00', of)
        add(((day + 1) % DAYS) + 1, MIDNIGHT, span.to, of)
      } else add(day + 1, span.from, span.to === MIDNIGHT ? '24:00' : span.to, of)
    }),
  )
  const entries = [...made.values()]
  for (const { entry } of entries) entry.days.sort((a, b) => a - b)
  return entries.sort(
    (a, b) => (a.entry.days[0] ?? 0) - (b.entry.days[0] ?? 0) || byBeginning(a.entry, b.entry),
  )
}

/** The week as the file has it: days with the same hours in one entry. */
export const hoursOf = (week: Week): HoursEntry[] => entriesOf(week).map(({ entry }) => entry)

/** The spans of which the file's entry was made: what is wrong with it is wrong with these. */
export function spansOfEntry(week: Week, nth: number): readonly { day: number; nth: number }[] {
  const of = entriesOf(week)[nth]?.of ?? []
  const clashing = of.filter(place => clashes(week, place))
  return clashing.length > 0 ? clashing : of
}

/** Whether the span has minutes that another one of its day has as well. */
function clashes(week: Week, { day, nth }: { day: number; nth: number }): boolean {
  const span = week[day]?.[nth]
  if (!span) return false
  const endOf = ({ from, to }: Span) => (to <= from ? '24:00' : to)
  return (week[day] ?? []).some(
    (other, at) => at !== nth && other.from < endOf(span) && span.from < endOf(other),
  )
}
