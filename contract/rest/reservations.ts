import * as v from 'valibot'
import { count, id, isoDay, isoTime, slug, uuid } from '../primitives.ts'
import { RESERVATION_STATES } from '../rules/reservation-state.ts'
import { answers } from './forms.ts'
import { declared, ticketMeta } from './tickets.ts'

/**
 * A time in its owner's hand. Goes to nobody else but the desks of its office. `_id` and `id` are the same.
 */
export const reservation = v.object({
  _id: uuid,
  id: uuid,
  /** RV and the last 3 characters of the id, in capitals (RES-12). */
  code: v.string(),
  from: isoTime,
  to: isoTime,
  /** The office's: times are shown in it. */
  time_zone: v.string(),
  line: v.object({ id, slug, name: v.string() }),
  office: v.object({ id, slug, name: v.string(), address: v.string(), web_only: v.boolean() }),
  category_id: slug,
  user_id: uuid,
  /** Attended by video. */
  meet: v.boolean(),
  state: v.picklist(RESERVATION_STATES),
  confirmed: v.boolean(),
  /** Until then somebody at the office must confirm it; null where nobody needs to, or did. */
  confirm_by: v.nullable(isoTime),
  deleted: v.boolean(),
  deleted_at: v.nullable(isoTime),
  attended: v.boolean(),
  /** The desk to go to, once called. */
  modulo: v.nullable(v.string()),
  inserted_at: isoTime,
  /** What its owner answered. */
  meta: v.object({ answers: v.optional(answers) }),
  /** The office's newest fact that this answer knows of. */
  seq: count,
})
export type Reservation = v.InferOutput<typeof reservation>
export const reservationList = v.array(reservation)

/** GET offices/{slug}/{lineSlug}/{YYYY-MM-DD}/timeblocks; those that are full are there with 0. */
export const timeBlock = v.object({ from: isoTime, to: isoTime, availables: count })
export type TimeBlock = v.InferOutput<typeof timeBlock>
export const timeBlockList = v.array(timeBlock)

/**
 * GET v1 offices/{id}/reserves/?from=YYYY-MM-DD: the blocks of that day, of every line that takes
 * reservations.
 */
export const officeReserves = v.array(v.object({ line_id: id, ...timeBlock.entries }))

export const MODALITIES = ['in-person', 'video'] as const
export type Modality = (typeof MODALITIES)[number]

/** GET offices/{slug}/settings/: what may be booked there, and how. */
export const reservationSettings = v.object({
  office: slug,
  time_zone: v.string(),
  /** How many one person may hold: one a line, an office, an organization; null sets no limit. */
  one_per: v.nullable(v.picklist(['line', 'office', 'organization'])),
  lines: v.array(
    v.object({
      line_id: id,
      slug,
      name: v.string(),
      modalities: v.pipe(v.array(v.picklist(MODALITIES)), v.minLength(1)),
      /** Length of a block. */
      minutes: count,
      /** The last day that may be booked, in the office's zone. */
      last_day: isoDay,
      /** Minutes that the office has to confirm a reservation; null where it is confirmed at once. */
      confirm_minutes: v.nullable(count),
    }),
  ),
})
export type ReservationSettings = v.InferOutput<typeof reservationSettings>

/**
 * GET offices/{slug}/calendar/unavailable[?line={lineSlug}][&from=YYYY-MM-DD&to=YYYY-MM-DD]: the days on
 * which nothing can be booked, of a line or of all; from today to the last day that may be booked, unless
 * told.
 */
export const unavailableDays = v.object({ dates: v.array(isoDay) })
export type UnavailableDays = v.InferOutput<typeof unavailableDays>

const wish = {
  meta: v.optional(ticketMeta),
  meet: v.optional(v.boolean(), false),
  /**
   * Made by the application, once for each wish: a repeat gives the first one's reservation. Without one, as
   * §7 has it, each request is a wish of its own, and the second clashes with what the first one booked.
   */
  request_id: v.optional(uuid),
  /** False where the browser keeps nothing: a temporary user would lose the receipt at once (1006). */
  keeps: v.optional(v.boolean(), true),
  declared,
}

/** POST reservations: `line` by its id. */
export const reservationRequest = v.object({
  line: id,
  block: v.object({ from: isoTime, to: isoTime }),
  ...wish,
})
export type ReservationRequest = v.InferOutput<typeof reservationRequest>

/** POST user/reserves, v1 and v3. */
export const reserveRequest = v.object({
  reserve: v.object({ from: isoTime, to: isoTime, line_id: id, ...wish }),
})

/** PATCH reservations/{id}: moves it to another block of its line, or leaves it where it is. */
export const reservationMove = v.object({ block: v.object({ from: isoTime, to: isoTime }) })
