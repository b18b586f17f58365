import { queryOptions } from '@tanstack/react-query'
import { WAIT_REFRESH_MS } from '#contract/limits.ts'
import type { Form } from '#contract/rest/forms.ts'
import type { Line } from '#contract/rest/offices.ts'
import type { ReservationSettings, TimeBlock, UnavailableDays } from '#contract/rest/reservations.ts'
import { broughtAnswer } from './brought.ts'
import { apiPart } from './parts.ts'
import { queryKeys } from './query-keys.ts'

/** What hardly ever changes while somebody makes up their mind. */
const SETTINGS_MS = 5 * 60_000
/** Days fill up one by one. */
const DAYS_MS = 60_000

/** The server knows a line by its slug, what it says on the channel names it by its id. */
type LineNames = Pick<Line, 'id' | 'slug'>

/** What may be booked at an office, and how: `ReservationSettings`. */
export const reservationSettingsQuery = (officeSlug: string) =>
  queryOptions({
    queryKey: queryKeys.reservationSettings(officeSlug),
    queryFn: async ({ signal }) => (await apiPart.get()).reservations.settings(officeSlug, signal),
    initialData: () =>
      broughtAnswer<ReservationSettings>('reservations', `/offices/${officeSlug}/settings/`)?.data,
    staleTime: SETTINGS_MS,
  })

/** The days on which nothing can be booked in a line, YYYY-MM-DD: `{ dates }` (RES-02). */
export const unavailableDaysQuery = (officeSlug: string, line: LineNames) =>
  queryOptions({
    queryKey: queryKeys.unavailableDays(officeSlug, line.id),
    queryFn: async ({ signal }) =>
      (await apiPart.get()).reservations.unavailable(officeSlug, line.slug, signal),
    initialData: () =>
      broughtAnswer<UnavailableDays>(
        'reservations',
        `/offices/${officeSlug}/calendar/unavailable?line=${line.slug}`,
      )?.data,
    staleTime: DAYS_MS,
  })

/**
 * The blocks of a line on a day of the office's calendar, full ones with 0 `availables`: `TimeBlock[]`. The
 * socket keeps them current (RES-07); a guest has none (CHAN-03), and asks again every 20 s.
 *
 * @param day YYYY-MM-DD
 */
export const timeBlocksQuery = (officeSlug: string, line: LineNames, day: string) =>
  queryOptions({
    queryKey: queryKeys.timeBlocks(officeSlug, line.id, day),
    queryFn: async ({ signal }) =>
      (await apiPart.get()).reservations.timeBlocks(officeSlug, line.slug, day, signal),
    initialData: () =>
      broughtAnswer<TimeBlock[]>('reservations', `/offices/${officeSlug}/${line.slug}/${day}/timeblocks`)
        ?.data,
    staleTime: WAIT_REFRESH_MS,
    refetchInterval: WAIT_REFRESH_MS,
  })

/** What a line asks before a time is booked: `{ questions }`. */
export const reservationFormQuery = (officeId: number, lineId: number) =>
  queryOptions({
    queryKey: queryKeys.reservationForm(officeId, lineId),
    queryFn: async ({ signal }) => (await apiPart.get()).forms.ofReservation(officeId, lineId, signal),
    initialData: () => broughtAnswer<Form>('v1', `/offices/${officeId}/lines/${lineId}/forms`)?.data,
    staleTime: SETTINGS_MS,
  })
