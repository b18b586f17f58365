import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Break } from '../tests/breaks/break.ts'

const FILE = join(import.meta.dirname, '../tests/faults-found.md')
const SURVIVED = '**SURVIVED**'
const UNTRIED = '**not tried yet**'

const cell = (text: string) => text.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|').trim()
const code = (text: string) => `\`${cell(text).replaceAll('`', "'") || ' '}\``
const read = () => (existsSync(FILE) ? readFileSync(FILE, 'utf8') : '')

/** How a fault's line begins. */
const faultCells = ({ file, stands, becomes, harm }: Break) =>
  `| ${file} | ${cell(harm)}: ${code(stands)} → ${code(becomes)} | `

function seenCell({ mendedBy }: Break, red: string | null): string {
  if (red === null) return SURVIVED
  return `${cell(red)}${mendedBy === undefined ? '' : ' (found by this, mended by that test)'}`
}

const keptCell = (kept: string, fault: Break): string | undefined => {
  const line = kept.split('\n').find(each => each.startsWith(faultCells(fault)))
  return line?.slice(faultCells(fault).length, -' |'.length)
}

/** Whether an earlier run has seen a test turn red for this very fault. */
export const wasFound = (fault: Break): boolean =>
  ![undefined, SURVIVED, UNTRIED].includes(keptCell(read(), fault))

/**
 * One area's results in place of those that stood there, and the sum of all.
 * @param results of those that were tried: a test that turned red, or null; the others keep what they had
 */
export function keepAreaResults(
  area: string,
  breaks: readonly Break[],
  results: ReadonlyMap<Break, string | null>,
  at: Date,
): void {
  const before = read()
  const kept = before.split(/^(?=## )/m).slice(1)
  const sections = new Map(kept.map(text => [/^## ([\w-]+)/.exec(text)?.[1] ?? '', text.trim()]))
  const rows = breaks.map(fault => {
    const red = results.get(fault)
    const seen = red === undefined ? (keptCell(before, fault) ?? UNTRIED) : seenCell(fault, red)
    return `${faultCells(fault)}${seen} |`
  })
  const red = rows.filter(row => ![SURVIVED, UNTRIED].some(cell => row.endsWith(`${cell} |`))).length
  sections.set(
    area,
    [
      `## ${area}: ${red} of ${breaks.length} turned a test red (${at.toISOString().slice(0, 10)})`,
      '',
      '| file | fault | first red test |',
      '|---|---|---|',
      ...rows,
    ].join('\n'),
  )
  const sums = [...sections.values()].map(text => /: (\d+) of (\d+) /.exec(text) ?? [])
  const sum = (part: 1 | 2) => sums.reduce((total, match) => total + Number(match[part] ?? 0), 0)
  const head = `# Faults found

Each line is one fault, put into a copy of the project by \`npm run breaks\`, and the first test that turned red. Written by
that command, by areas; the date is the area's last run. In all: ${sum(1)} of ${sum(2)}.`
  writeFileSync(FILE, `${[head, ...sections.values()].join('\n\n')}\n`)
}
