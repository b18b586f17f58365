/** What each answer is known by. Those under `person` belong to who is signed in, and go when they leave. */
export const queryKeys = {
  offices: ['offices'] as const,
  officeWaits: (officeIds: readonly number[]) => ['office-waits', ...officeIds] as const,
  toldWaits: (officeId: number) => ['told-waits', officeId] as const,
  officeState: (officeSlug: string) => ['office-state', officeSlug] as const,
  /** Under its office: what makes the office's state old makes this old as well. */
  officeLines: (officeSlug: string) => ['office-state', officeSlug, 'line'] as const,
  officeLine: (officeSlug: string, lineSlug: string) =>
    ['office-state', officeSlug, 'line', lineSlug] as const,
  lineInfo: (lineId: number) => ['line-info', lineId] as const,
  lineCategories: (organizationId: number) => ['line-categories', organizationId] as const,
  lineCategoryGeo: (categoryId: number) => ['line-category-geo', categoryId] as const,
  ticketForm: (officeId: number, lineId: number) => ['ticket-form', officeId, lineId] as const,
  reservationForm: (officeId: number, lineId: number) => ['reservation-form', officeId, lineId] as const,
  reservationSettings: (officeSlug: string) => ['reservation-settings', officeSlug] as const,
  unavailableDays: (officeSlug: string, lineId: number) => ['unavailable-days', officeSlug, lineId] as const,
  officeBlocks: (officeSlug: string) => ['time-blocks', officeSlug] as const,
  lineBlocks: (officeSlug: string, lineId: number) => ['time-blocks', officeSlug, lineId] as const,
  timeBlocks: (officeSlug: string, lineId: number, day: string) =>
    ['time-blocks', officeSlug, lineId, day] as const,
  policy: (officeId: number | null) => ['policy', officeId] as const,
  person: ['person'] as const,
  acceptedPolicies: ['person', 'accepted-policies'] as const,
  history: ['person', 'history'] as const,
  polls: ['person', 'polls'] as const,
  openingWishes: ['person', 'opening-wishes'] as const,
  attention: (id: string) => ['person', 'attention', id] as const,
}
