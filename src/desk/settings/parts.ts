import type { EditedOffice } from './edited-office.ts'

/** What the office's settings are cut into: each has an editor of its own. */
export const SECTIONS = [
  'office',
  'hours',
  'closures',
  'lines',
  'modulos',
  'services',
  'numbers',
  'preference',
  'messages',
  'policy',
] as const
export type SectionName = (typeof SECTIONS)[number]

/** What two people may change without touching each other: a section, or one of its lines. */
export type PartName = Exclude<SectionName, 'lines'> | `line:${string}`

type Key = keyof EditedOffice & string
const KEYS: Record<Exclude<SectionName, 'office' | 'lines'>, readonly Key[]> = {
  hours: ['hours'],
  closures: ['closures', 'open_on_holidays'],
  modulos: ['modulos', 'modulo_lines'],
  services: ['services'],
  numbers: [
    'limits',
    'calls',
    'document',
    'networks',
    'reservations',
    'closing',
    'until_closing',
    'warnings',
  ],
  preference: ['preference'],
  messages: ['messages'],
  policy: ['policy'],
}
const sectionOfKey = new Map<string, SectionName>(
  Object.entries(KEYS).flatMap(([section, keys]) => keys.map(key => [key, section as SectionName] as const)),
)
sectionOfKey.set('lines', 'lines')

/** The section in which a key of the entry is edited; what nobody claims is the office's own. */
export const sectionOf = (key: string): SectionName => sectionOfKey.get(key) ?? 'office'

export const sectionOfPart = (part: PartName): SectionName =>
  part.startsWith('line:') ? 'lines' : (part as SectionName)

/** Alike in all that is said; the order of keys says nothing. */
export function isAlike(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (Array.isArray(a) !== Array.isArray(b)) return false
  const keys = new Set([...Object.keys(a), ...Object.keys(b)])
  return [...keys].every(key =>
    isAlike((a as Record<string, unknown>)[key], (b as Record<string, unknown>)[key]),
  )
}

const lineOf = (office: EditedOffice, slug: string) => office.lines.find(line => line.slug === slug)

/** What a part holds: its keys, or the line; undefined for a line that is not there. */
export function contentOf(office: EditedOffice, part: PartName): unknown {
  if (part.startsWith('line:')) return lineOf(office, part.slice('line:'.length))
  return Object.fromEntries(Object.entries(office).filter(([key]) => sectionOf(key) === part))
}

/** The parts that differ between two states of an office. */
export function changedParts(before: EditedOffice, after: EditedOffice): PartName[] {
  const slugs = new Set([...before.lines, ...after.lines].map(({ slug }) => slug))
  return SECTIONS.flatMap((section): PartName[] =>
    section === 'lines' ? [...slugs].map((slug): PartName => `line:${slug}`) : [section],
  ).filter(part => !isAlike(contentOf(before, part), contentOf(after, part)))
}

export interface Merged {
  office: EditedOffice
  /** What both changed, and not in the same way. */
  clashes: PartName[]
  /** What the other one alone changed. */
  theirs: PartName[]
}

/**
 * Two changes of one office, part by part: what one alone changed is as they made it.
 * @param base what both began with
 * @param keep of what both changed: the parts that stay mine. The rest are theirs.
 */
export function mergeChanges(
  base: EditedOffice,
  mine: EditedOffice,
  theirs: EditedOffice,
  keep: ReadonlySet<PartName> = new Set(),
): Merged {
  const byMe = changedParts(base, mine)
  const byThem = new Set(changedParts(base, theirs))
  const clashes = byMe.filter(
    part => byThem.has(part) && !isAlike(contentOf(mine, part), contentOf(theirs, part)),
  )
  const taken = byMe.filter(part => !byThem.has(part) || (clashes.includes(part) && keep.has(part)))
  return {
    office: taken.reduce((office, part) => withPart(office, mine, part), theirs),
    clashes,
    theirs: [...byThem].filter(part => !byMe.includes(part)),
  }
}

/** The office with one part of another state of it. */
function withPart(office: EditedOffice, from: EditedOffice, part: PartName): EditedOffice {
  if (!part.startsWith('line:')) return { ...office, ...(contentOf(from, part) as Partial<EditedOffice>) }
  const slug = part.slice('line:'.length)
  const line = lineOf(from, slug)
  const others = office.lines.filter(other => other.slug !== slug)
  if (!line) return { ...office, lines: others }
  return {
    ...office,
    lines: lineOf(office, slug)
      ? office.lines.map(other => (other.slug === slug ? line : other))
      : [...office.lines, line],
  }
}
