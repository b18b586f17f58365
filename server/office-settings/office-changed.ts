import type { NewFact } from '#server/facts/fact.ts'

/** The fact that an office is another one: in what, those who hear it ask. */
export const officeChanged = (office_id: number, at: Date): NewFact => ({
  name: 'office:changed',
  office_id,
  line_id: null,
  ticket_id: null,
  user_id: null,
  at,
  detail: {},
})
