import type { JsonPath } from './json-with-places.ts'

/** Every way in which an offices file can be wrong. */
export const FAULT_KINDS = [
  'not-json',
  'too-deep',
  'repeated-key',
  'shape',
  'no-offices',
  'duplicate-office',
  'duplicate-organization',
  'duplicate-line-category',
  'duplicate-line',
  'duplicate-prefix',
  'duplicate-modulo',
  'duplicate-service',
  'duplicate-message',
  'warnings-backwards',
  'duplicate-question',
  'duplicate-option',
  'duplicate-clerk',
  'unknown-category',
  'unknown-line-category',
  'unknown-office',
  'unknown-time-zone',
  'unknown-modulo',
  'unknown-line',
  'preference-against-law',
  'policy-twice',
  'policy-differs',
  'coordinates-of-web-only',
  'coordinates-missing',
  'hours-backwards',
  'hours-overlap',
  'prefix-missing',
  'kiosk-without-place',
  'line-without-place',
  'options-missing',
  'options-unasked',
  'reservations-unsaid',
  'in-person-without-place',
  'hours-outside-office',
  'block-too-long',
  'pattern-broken',
  'pattern-dangerous',
] as const
export type FaultKind = (typeof FAULT_KINDS)[number]

/** What is wrong with an offices file, and where. */
export interface OfficesFault {
  kind: FaultKind
  file: string
  /** Counts from 1; null where the fault is no place's in particular. */
  line: number | null
  /** As in `offices[3].lines[1].prefix`; empty for the file as a whole. */
  path: string
  /** The slugs on the way there, office first: people find those faster than numbers. */
  slugs: readonly string[]
  message: string
}

export function pathText(path: JsonPath): string {
  return path
    .map((key, index) => (typeof key === 'number' ? `[${key}]` : index === 0 ? key : `.${key}`))
    .join('')
}

/** One fault in one line, in the form that editors and terminals turn into a link: `file:line: …`. */
export function faultText({ file, line, path, slugs, message }: OfficesFault): string {
  const where = line === null ? file : `${file}:${line}`
  const whose = slugs.length === 0 ? '' : ` (${slugs.join(' / ')})`
  return path === '' ? `${where}: ${message}` : `${where}: ${path}${whose}: ${message}`
}
