import type { OfficeSettings } from '#contract/rest/settings.ts'
import { saveFile } from '#src/platform/save-file.ts'
import { entryOf } from './edited-office.ts'
import type { SettingsState } from './settings-store.ts'

/** What a file has about one office. */
export type OfficeInFile =
  | { entry: Record<string, unknown> }
  /** It is of other offices, by name where it says one. */
  | { others: string[] }
  | { unreadable: true }

const isEntry = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Looks for the office in an offices file, or in a file that is its entry alone. */
export function officeInFile(text: string, slug: string): OfficeInFile {
  let file: unknown
  try {
    file = JSON.parse(text)
  } catch {
    return { unreadable: true }
  }
  if (!isEntry(file)) return { unreadable: true }
  const entries = (Array.isArray(file.offices) ? file.offices : [file]).filter(isEntry)
  const entry = entries.find(one => one.slug === slug)
  if (entry) return { entry }
  const others = entries.flatMap(({ name, slug: other }) =>
    typeof other === 'string' ? [typeof name === 'string' ? name : other] : [],
  )
  return others.length === 0 ? { unreadable: true } : { others }
}

/** The offices file with this office alone, as `npm run offices` loads it. */
export function saveOfficeFile({ office, holidays, line_categories }: OfficeSettings, slug: string): void {
  const file = {
    holidays,
    organizations: [{ category: office.category, line_categories }],
    offices: [office],
  }
  saveFile(new Blob([`${JSON.stringify(file, null, 2)}\n`], { type: 'application/json' }), `${slug}.json`)
}

/** What was typed and cannot be saved any more, so that somebody else can. */
export function keepCopy({ begun, draft }: SettingsState): void {
  if (begun && draft) saveOfficeFile({ ...begun.settings, office: entryOf(draft) }, draft.slug)
}
