import type { AskedSpan } from './asked-span.ts'
import { BYTE_ORDER_MARK, csvLine } from './csv.ts'
import type { FiguresContext } from './figures-context.ts'
import type { ServicesOfDay } from './read-turns.ts'
import { turnsInSlices } from './turns-in-slices.ts'

interface Row extends ServicesOfDay {
  line: string
}

/** In this order for good: new ones come at the end. @see docs/figures-csv.md */
const COLUMNS: readonly (readonly [name: string, of: (row: Row) => string | number])[] = [
  ['day', ({ day }) => day],
  ['line_id', ({ line_id }) => line_id],
  ['line', ({ line }) => line],
  ['service', ({ service }) => service],
  ['quantity', ({ quantity }) => quantity],
  ['turns', ({ turns }) => turns],
]

/**
 * What was done as a table: a row for each day, line and service of which something was noted, made slice by
 * slice as the other table is.
 * @see rule STAT-03
 */
export async function* servicesTable(context: FiguresContext, span: AskedSpan): AsyncGenerator<string> {
  const names = new Map(span.lines.map(({ id, name }) => [id, name]))
  yield BYTE_ORDER_MARK + csvLine(COLUMNS.map(([name]) => name))
  for await (const { services } of turnsInSlices(context, span))
    yield services
      .map(counted => ({ ...counted, line: names.get(counted.line_id) ?? '' }))
      .map(row => csvLine(COLUMNS.map(([, of]) => of(row))))
      .join('')
}
