import type { Modality, ReservationSettings } from '#contract/rest/reservations.ts'

/** What may be booked in a line, and by which clock. */
export interface LineOffer {
  officeSlug: string
  line: { id: number; slug: string; name: string }
  timeZone: string
  modalities: readonly Modality[]
  /** YYYY-MM-DD */
  lastDay: string
  onePer: ReservationSettings['one_per']
}

/** Null where the line takes no reservations. */
export function offerOf(settings: ReservationSettings, lineSlug: string): LineOffer | null {
  const line = settings.lines.find(({ slug }) => slug === lineSlug)
  if (!line) return null
  return {
    officeSlug: settings.office,
    line: { id: line.line_id, slug: line.slug, name: line.name },
    timeZone: settings.time_zone,
    modalities: line.modalities,
    lastDay: line.last_day,
    onePer: settings.one_per,
  }
}
