import type { EditedOffice } from './edited-office.ts'
import { keysOf, type Place } from './place.ts'
import { SECTIONS, type SectionName, sectionOf } from './parts.ts'

/** The parts of a line that have a page of their own. */
export const LINE_PARTS = ['ticket_form', 'reservations', 'form'] as const
export type LinePartName = (typeof LINE_PARTS)[number]

/** Where on the page one is: the section that is open, the line in it, and the part of the line. */
export interface SettingsPlace {
  section?: SectionName
  line?: string
  part?: LinePartName
}

/** As the address says it; a line that no longer exists is left out. */
export function readPlace(address: URLSearchParams, draft: EditedOffice | null): SettingsPlace {
  const section = SECTIONS.find(one => one === address.get('section'))
  if (!section) return {}
  const line = draft?.lines.find(({ slug }) => slug === address.get('line'))?.slug
  if (section !== 'lines' || line === undefined) return { section }
  const part = LINE_PARTS.find(one => one === address.get('part'))
  return { section, line, ...(part && { part }) }
}

/** Where something of the entry is edited. */
export function editedAt(at: Place, draft: EditedOffice): SettingsPlace {
  const [first = '', nth, key, below] = keysOf(at)
  const section = sectionOf(String(first))
  const line = typeof nth === 'number' ? draft.lines[nth]?.slug : undefined
  if (section !== 'lines' || line === undefined) return { section }
  if (key === 'ticket_form') return { section, line, part: 'ticket_form' }
  if (key === 'reservations') return { section, line, part: below === 'form' ? 'form' : 'reservations' }
  return { section, line }
}
