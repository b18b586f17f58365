import * as v from 'valibot'
import { type InstallationTaker, headSchema, sequencesSchema } from '../installation.ts'
import { damaged } from './layout.ts'

/**
 * The lines of a backup file, each JSON: `{"head":…}`; for every table `{"table":…,"columns":[…]}` and its
 * rows, an array each; `{"sequences":[…]}`; `{"end":{…}}`, how many rows each table had.
 */
export function linesOf(put: (text: string) => Promise<void>): InstallationTaker {
  const say = (line: object) => put(`${JSON.stringify(line)}\n`)
  return {
    head: head => say({ head }),
    table: (table, columns) => say({ table, columns }),
    rows: rows => put(`${rows.join('\n')}\n`),
    sequences: sequences => say({ sequences }),
    end: end => say({ end }),
  }
}

const lineSchema = v.union([
  v.object({ head: headSchema }),
  v.object({ table: v.string(), columns: v.array(v.string()) }),
  v.object({ sequences: sequencesSchema }),
  v.object({ end: v.record(v.string(), v.number()) }),
])

const ROWS_AT_ONCE = 500

/**
 * Hands what lines say to whoever takes it.
 * @throws KeepingFault where they say something else, or stop before the end
 */
export async function takeLines(lines: AsyncIterable<string>, taker: InstallationTaker): Promise<void> {
  let rows: string[] = []
  let isWhole = false
  const handOn = async () => {
    if (rows.length > 0) await taker.rows(rows)
    rows = []
  }
  for await (const line of lines) {
    if (line.startsWith('[')) {
      rows.push(line)
      if (rows.length === ROWS_AT_ONCE) await handOn()
      continue
    }
    await handOn()
    const said = v.safeParse(lineSchema, JSON.parse(line))
    if (!said.success) throw damaged('what it says')
    const { output } = said
    if ('head' in output) await taker.head(output.head)
    else if ('table' in output) await taker.table(output.table, output.columns)
    else if ('sequences' in output) await taker.sequences(output.sequences)
    else {
      await taker.end(output.end)
      isWhole = true
    }
  }
  if (!isWhole) throw damaged('its last line')
}
