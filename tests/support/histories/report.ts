import type { Violation } from './checks/violation.ts'
import type { Asked, History } from './history.ts'
import type { OfficeRecords } from './records.ts'

/** So much is shown of each: the rest is in the seed. */
const SHOWN = 5
const LINES_MOST = 30
/** Around whatever was asked, what went wrong among the machines. */
const AROUND_MS = 2_000

function lineOf({ nth, from, to, who, operation, server, said, outcome, about }: Asked): string {
  const asks = `  ${from}–${to} ms  #${nth} ${who} asks server ${server}: ${operation}`
  return `${asks} → ${outcome} (${said}) ${about.join(' ')}`
}

/** What was asked and told of one violation, oldest first. */
export function excerptOf(
  { what, about }: Violation,
  { asked, mishaps }: History,
  records: readonly OfficeRecords[],
): string {
  const ids = new Set(about.filter(id => id.length >= 8))
  const theirs = asked.filter(each => each.about.some(id => ids.has(id))).slice(-LINES_MOST)
  const near = mishaps.filter(mishap =>
    theirs.some(({ from, to }) => mishap.to > from - AROUND_MS && mishap.from < to + AROUND_MS),
  )
  const facts = records
    .flatMap(office => office.facts)
    .filter(({ ticket_id, reservation_id }) => ids.has(ticket_id ?? '') || ids.has(reservation_id ?? ''))
    .slice(-LINES_MOST)
  return [
    what,
    ...theirs.map(lineOf),
    ...near.map(({ from, to, server, kind }) => `  ${from}–${to} ms  server ${server} ${kind}`),
    ...facts.map(
      ({ seq, name, at, line_id, detail }) =>
        `  fact ${seq} ${at.toISOString()} ${name} line ${line_id} ${JSON.stringify(detail)}`,
    ),
  ].join('\n')
}

export interface SeedReport {
  seed: number
  kind: string
  /** How many operations it was to have, and how many there were: time may have ended it. */
  wanted: number
  operations: number
  done: number
  refused: number
  lost: number
  /** Each time that a server was asked in vain, by how: of most a later answer told what became of it. */
  unanswered: Record<string, number>
  errors: Record<string, number>
  /** How often what went wrong among the machines, by its kind. */
  mishaps: Record<string, number>
  facts: number
  heard: number
  seconds: number
  violations: number
  /** Empty where there is none. */
  excerpt: string
}

export function reportOf(
  of: Pick<SeedReport, 'seed' | 'kind' | 'wanted' | 'seconds'>,
  history: History,
  records: readonly OfficeRecords[],
  violations: readonly Violation[],
): SeedReport {
  const count = (outcome: Asked['outcome']) => history.asked.filter(each => each.outcome === outcome).length
  const mishaps: Record<string, number> = {}
  for (const { kind } of history.mishaps) mishaps[kind] = (mishaps[kind] ?? 0) + 1
  return {
    ...of,
    operations: history.asked.length,
    done: count('done'),
    refused: count('refused'),
    lost: count('lost'),
    unanswered: history.unanswered,
    errors: history.errors,
    mishaps,
    facts: records.reduce((sum, { facts }) => sum + facts.length, 0),
    heard: history.told.reduce((sum, { heard }) => sum + heard.length, 0),
    violations: violations.length,
    excerpt:
      violations.length === 0
        ? ''
        : [
            `seed ${of.seed}, ${of.kind}: ${violations.length} violations`,
            ...violations.slice(0, SHOWN).map(each => excerptOf(each, history, records)),
          ].join('\n'),
  }
}

/** Of a seed that did not come to its end: what kept it from there is as bad as any violation. */
export const brokenOff = (of: Pick<SeedReport, 'seed' | 'kind' | 'wanted'>, error: unknown): SeedReport => ({
  ...of,
  operations: 0,
  done: 0,
  refused: 0,
  lost: 0,
  unanswered: {},
  errors: {},
  mishaps: {},
  facts: 0,
  heard: 0,
  seconds: 0,
  violations: 1,
  excerpt: `seed ${of.seed}, ${of.kind}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
})
