import type { Figure } from './figure.ts'

const HEAD = ['Figure', 'Measured', 'Bound', '']

const verdictOf = ({ isKept }: Figure) => (isKept === null ? '' : isKept ? 'ok' : '**broken**')

/** The figures as a Markdown table, with columns that line up in a terminal as well. */
export function tableOf(figures: readonly Figure[]): string {
  const rows = figures.map(figure => [figure.name, figure.measured, figure.bound, verdictOf(figure)])
  const widths = HEAD.map((head, column) =>
    Math.max(3, head.length, ...rows.map(row => row[column]?.length ?? 0)),
  )
  const line = (cells: string[]) =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`
  return [line(HEAD), line(widths.map(width => '-'.repeat(width))), ...rows.map(line)].join('\n')
}
