import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Break } from '../tests/breaks/break.ts'

const FILE = join(import.meta.dirname, '../tests/faults-found.md')

const cell = (text: string) => text.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|').trim()
const code = (text: string) => `\`${cell(text).replaceAll('`', "'") || ' '}\``

function rowOf([{ file, stands, becomes, harm, mendedBy }, red]: [Break, string | null]): string {
  const seen = red === null ? '**SURVIVED**' : cell(red)
  const mended = mendedBy === undefined ? '' : ` (found by this, mended by that test)`
  return `| ${file} | ${cell(harm)}: ${code(stands)} → ${code(becomes)} | ${seen}${mended} |`
}

/** One area's results in place of those that stood there, and the sum of all. */
export function keepAreaResults(area: string, results: ReadonlyMap<Break, string | null>, at: Date): void {
  const kept = existsSync(FILE)
    ? readFileSync(FILE, 'utf8')
        .split(/^(?=## )/m)
        .slice(1)
    : []
  const sections = new Map(kept.map(text => [/^## (\w+)/.exec(text)?.[1] ?? '', text.trim()]))
  const red = [...results.values()].filter(test => test !== null).length
  sections.set(
    area,
    [
      `## ${area}: ${red} of ${results.size} turned a test red (${at.toISOString().slice(0, 10)})`,
      '',
      '| file | fault | first red test |',
      '|---|---|---|',
      ...[...results].map(rowOf),
    ].join('\n'),
  )
  const sums = [...sections.values()].map(text => /: (\d+) of (\d+) /.exec(text) ?? [])
  const sum = (part: 1 | 2) => sums.reduce((total, match) => total + Number(match[part] ?? 0), 0)
  const head = `# Faults found

Each line is one fault, put into a copy of the project by \`npm run breaks\`, and the first test that turned red. Written by
that command, by areas; the date is the area's last run. In all: ${sum(1)} of ${sum(2)}.`
  writeFileSync(FILE, `${[head, ...sections.values()].join('\n\n')}\n`)
}
