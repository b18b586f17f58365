import type { Tally } from '#contract/rest/figures.ts'
import type { AskedSpan } from './asked-span.ts'
import type { FiguresContext } from './figures-context.ts'
import type { TurnsOfHour } from './read-turns.ts'
import { BYTE_ORDER_MARK, csvLine } from './csv.ts'
import { createTally } from './tally.ts'
import { turnsInSlices } from './turns-in-slices.ts'

interface Row extends Tally {
  day: string
  hour: number
  line_id: number
  line: string
  attention_seconds: number
  open_minutes: number | null
}

/** In this order for good: new ones come at the end. @see docs/figures-csv.md */
const COLUMNS: readonly (readonly [name: string, of: (row: Row) => string | number | null])[] = [
  ['day', ({ day }) => day],
  ['hour', ({ hour }) => hour],
  ['line_id', ({ line_id }) => line_id],
  ['line', ({ line }) => line],
  ['taken', ({ taken }) => taken],
  ['booked', ({ booked }) => booked],
  ['attended', ({ attended }) => attended],
  ['missed', ({ missed }) => missed],
  ['left', ({ left }) => left],
  ['expired', ({ expired }) => expired],
  ['transferred', ({ transferred }) => transferred],
  ['open', ({ open }) => open],
  ['called', ({ wait }) => wait.of],
  ['wait_median', ({ wait }) => wait.median],
  ['wait_p90', ({ wait }) => wait.p90],
  ['attention_median', ({ attention }) => attention.median],
  ['attention_p90', ({ attention }) => attention.p90],
  ['told', ({ told }) => told.of],
  ['told_within', ({ told }) => told.within],
  ['told_earlier', ({ told }) => told.earlier],
  ['told_later', ({ told }) => told.later],
  ['attention_seconds', ({ attention_seconds }) => attention_seconds],
  ['open_minutes', ({ open_minutes }) => open_minutes],
]

/**
 * The figures as a table: a row for each day, line and hour in which something was taken. Made slice by
 * slice, as whoever saves it can take it: a year is never in memory as a whole.
 * @see rule STAT-03
 */
export async function* figuresTable(context: FiguresContext, span: AskedSpan): AsyncGenerator<string> {
  const names = new Map(span.lines.map(({ id, name }) => [id, name]))
  yield BYTE_ORDER_MARK + csvLine(COLUMNS.map(([name]) => name))
  for await (const { hours, open } of turnsInSlices(context, span)) {
    const knownDays = new Set(open.map(({ day }) => day))
    const minutesOf = new Map(open.map(({ day, hour, minutes }) => [`${day} ${hour}`, minutes]))
    yield hours
      .map(turns => {
        const { day, hour } = turns
        return rowOf(turns, knownDays.has(day) ? (minutesOf.get(`${day} ${hour}`) ?? 0) : null)
      })
      .map(row => csvLine(COLUMNS.map(([, of]) => of(row))))
      .join('')
  }

  function rowOf(turns: TurnsOfHour, open_minutes: number | null): Row {
    const sums = createTally()
    sums.add(turns)
    const { day, hour, line_id, attention_seconds } = turns
    const line = names.get(line_id) ?? ''
    return { day, hour, line_id, line, ...sums.tally(), attention_seconds, open_minutes }
  }
}
