import * as v from 'valibot'
import { CATEGORIES } from '#contract/categories.ts'
import { patternJudge } from '../pattern/pattern-judge.ts'
import { checkOffice } from './check-office.ts'
import type { OfficesFault } from './fault.ts'
import { type JsonPath, JsonFault, readJsonWithPlaces } from './json-with-places.ts'
import { checkPolicies, type KnownPolicies } from './check-policies.ts'
import { officesFile, type OfficesFile } from './offices-file.ts'
import { type Part, reportRepeats, Spot } from './spot.ts'

/** A file as it was read. Offices may be kept in several; together they are one. */
export interface OfficesSource {
  file: string
  text: string
}

export type CheckedOffices =
  | { file: OfficesFile; faults: readonly [] }
  | { file: null; faults: readonly OfficesFault[] }

/**
 * What the patterns of an office may cost to be judged: many times what any office asks, and a second at most
 * for all others when somebody sends an entry that is made to be expensive. Of a file each office brings as
 * much.
 */
const OFFICE_JUDGING_MAX = 4_000_000

const categories: ReadonlySet<string> = new Set(CATEGORIES.map(({ slug }) => slug))

function readPart({ file, text }: OfficesSource): Part | OfficesFault {
  try {
    return { file, json: readJsonWithPlaces(text), faults: [] }
  } catch (error) {
    if (!(error instanceof JsonFault)) throw error
    const { kind, message, place } = error
    return { kind, file, line: place.line, path: '', slugs: [], message }
  }
}

const spotAt = (part: Part, path: JsonPath) => path.reduce<Spot>((spot, key) => spot.at(key), Spot.root(part))

/** @returns the part as its schema makes it, or null with a fault for each thing that does not fit */
function parsePart(part: Part): OfficesFile | null {
  for (const { path, place } of part.json.repeated) {
    const key = path.at(-1)
    spotAt(part, path).report('repeated-key', `the key “${key}” is named again in line ${place.line}`)
  }
  // What is no day at all does not have to be told as well that it does not exist.
  const parsed = v.safeParse(officesFile, part.json.value, { abortPipeEarly: true })
  if (parsed.success) return parsed.output
  for (const issue of parsed.issues) {
    const path = (issue.path ?? []).map(item => item.key) as JsonPath
    spotAt(part, path).report('shape', issue.message)
  }
  return null
}

/**
 * What the parts of the whole say about each other. A file without offices is refused: loading it would
 * retire every one, which is nobody's wish but a wrong file's doing.
 */
function checkTogether(roots: readonly Spot[], { policies, foreignZones }: KnownOfDatabase): void {
  const organizations = roots.flatMap(root => root.at('organizations').items())
  reportRepeats(
    organizations.map(spot => spot.at('category')),
    'duplicate-organization',
    'the category',
  )
  const lineCategories = new Map<string, ReadonlySet<string>>()
  for (const organization of organizations) {
    const category = organization.at('category').as(v.string())
    const slugs = organization
      .at('line_categories')
      .items()
      .map(spot => spot.at('slug'))
    reportRepeats(slugs, 'duplicate-line-category', 'the slug')
    if (category === undefined) continue
    if (!categories.has(category)) {
      organization.at('category').report('unknown-category', `there is no category “${category}”`)
    }
    lineCategories.set(category, new Set(slugs.flatMap(spot => spot.as(v.string()) ?? [])))
  }

  const offices = roots.flatMap(root => root.at('offices').items())
  if (offices.length === 0) roots[0]?.report('no-offices', 'there are no offices')
  reportRepeats(
    offices.map(office => office.at('slug')),
    'duplicate-office',
    'the slug',
  )
  const judge = patternJudge({ left: OFFICE_JUDGING_MAX * offices.length })
  for (const office of offices) checkOffice(office, { categories, lineCategories, foreignZones, judge })
  checkPolicies(roots, policies)

  const slugs = new Set(offices.map(office => office.at('slug').value))
  const clerks = roots.flatMap(root => root.at('clerks').items())
  reportRepeats(
    clerks.map(clerk => clerk.at('user')),
    'duplicate-clerk',
    'the user',
  )
  for (const spot of clerks.flatMap(clerk => clerk.at('offices').items())) {
    const slug = spot.as(v.string())
    if (slug !== undefined && !slugs.has(slug)) {
      spot.report('unknown-office', `there is no office “${slug}” in this file`)
    }
  }
}

const byPlace = (a: OfficesFault, b: OfficesFault) => (a.line ?? 0) - (b.line ?? 0)

/** What a database says that the file is to be loaded into. */
export interface KnownOfDatabase {
  /** Texts that were loaded before, by version: none of them may be another one now. */
  policies: KnownPolicies
  /** Time zones that it does not know. */
  foreignZones: ReadonlySet<string>
}

const NOTHING_KNOWN: KnownOfDatabase = { policies: new Map(), foreignZones: new Set() }

/**
 * Holds an offices file against its schema, against itself, and against what is known of a database.
 * @returns the whole file, or every fault with its place: all at once, so that one correction is enough
 */
export function checkOfficesFile(
  sources: readonly OfficesSource[],
  known: KnownOfDatabase = NOTHING_KNOWN,
): CheckedOffices {
  const read = sources.map(readPart)
  const parts = read.filter(part => 'json' in part)
  const files = parts.map(parsePart)
  // Without a part that cannot be read, half of what the others name would look unknown.
  if (parts.length === sources.length) {
    checkTogether(
      parts.map(part => Spot.root(part)),
      known,
    )
  }

  const faults = read.flatMap(part => ('json' in part ? part.faults.sort(byPlace) : [part]))
  if (faults.length > 0) return { file: null, faults }
  const whole = files.filter(file => file !== null)
  return {
    faults: [],
    file: {
      holidays: whole.flatMap(file => file.holidays),
      policy: whole.find(file => file.policy)?.policy,
      organizations: whole.flatMap(file => file.organizations),
      offices: whole.flatMap(file => file.offices),
      clerks: whole.flatMap(file => file.clerks),
    },
  }
}
