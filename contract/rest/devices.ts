import * as v from 'valibot'
import { LINK_NAME_MAX } from '../limits.ts'
import { count, id, isoTime, language, slug, uuid } from '../primitives.ts'
import { waitRange } from './offices.ts'
import { preferenceQuestion } from './preference.ts'

/** What an office's link opens: the display on its wall, or the tablet that gives numbers. */
export const DEVICE_USES = ['wall', 'kiosk'] as const
export const deviceUse = v.picklist(DEVICE_USES)
export type DeviceUse = v.InferOutput<typeof deviceUse>

/** Beside those that are opened: the token of a machine of the office's own (machines.ts). */
export const LINK_USES = [...DEVICE_USES, 'machine'] as const
const linkUse = v.picklist(LINK_USES)
export type LinkUse = v.InferOutput<typeof linkUse>

/** Stands in the fragment of the link's address, which no log is told: /wall/{slug}#{secret}. */
export const linkSecret = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{43}$/))

const languages = v.pipe(v.array(language), v.minLength(1))
export const officeOpens = v.nullable(v.object({ weekday: count, at: v.string(), inDays: count }))

/**
 * POST desk/devices/{use}/{officeSlug}/session lets a device in by its link's secret; GET trades its cookie
 * for the token that lives in memory.
 */
export const deviceEntry = v.object({ secret: linkSecret })
export const deviceSession = v.object({ token: v.string() })
export type DeviceSession = v.InferOutput<typeof deviceSession>

const shownOffice = v.object({
  id,
  slug,
  name: v.string(),
  category_id: slug,
  time_zone: v.string(),
  demo: v.boolean(),
  web_only: v.boolean(),
})
export type ShownOffice = v.InferOutput<typeof shownOffice>

export const shownLine = v.object({
  line_id: id,
  name: v.string(),
  waiting: count,
  wait: v.nullable(waitRange),
  frozen: v.boolean(),
})
export type ShownLine = v.InferOutput<typeof shownLine>

const shown = {
  /** The server's own time: a device's clock may say anything. */
  at: isoTime,
  office: shownOffice,
  /** The languages of the link, the first one first. */
  languages,
  open: v.boolean(),
  /** When it opens next, on its own wall; null where it is open, or will not within a week. */
  opens: officeOpens,
  lines: v.array(shownLine),
}

/** A number that was called: no more than what may be called out in the room. */
export const wallCall = v.object({
  /** Of the fact: a call that is repeated has another. */
  seq: count,
  ticket: v.string(),
  modulo: v.string(),
  at: isoTime,
})
export type WallCall = v.InferOutput<typeof wallCall>

/** GET desk/devices/wall. Newest call first; today's alone, and none that was taken back. */
export const wallState = v.object({ ...shown, seq: count, calls: v.array(wallCall) })
export type WallState = v.InferOutput<typeof wallState>

/** GET desk/devices/kiosk: the lines that give numbers here. */
export const kioskState = v.object({
  ...shown,
  /** How it asks whether somebody is preferential; null where it asks nobody. */
  preference: preferenceQuestion,
  /** Somebody may come for a time that they have booked today. */
  booked: v.boolean(),
})
export type KioskState = v.InferOutput<typeof kioskState>

/** What stands behind RV in the code of a reservation (RES-12). */
export const codeEnding = v.pipe(v.string(), v.regex(/^[0-9A-F]{3}$/))
/** GET desk/devices/kiosk/reservations?code=3F2: of whoever stands there, and may still be called. */
export const kioskReservationsQuery = v.object({ code: codeEnding })
const kioskReservation = v.object({
  id: uuid,
  line_name: v.string(),
  from: isoTime,
  /** Null until somebody said that they are here. */
  arrived_at: v.nullable(isoTime),
})
export type KioskReservation = v.InferOutput<typeof kioskReservation>
/** Codes are short: two of one day may have the same. Nothing in it says whose it is. */
export const kioskReservations = v.object({ reservations: v.array(kioskReservation) })

/**
 * GET desk/offices/{officeId}/links, of those that stand. `devices`: let in by it, and seen within the last
 * hour.
 */
export const officeLink = v.object({
  id,
  use: linkUse,
  name: v.string(),
  /** Of a wall or a kiosk. */
  languages: v.array(language),
  /** Of a machine: it may give numbers, and not only look. */
  gives: v.boolean(),
  made_at: isoTime,
  /** Null: from the shell. */
  made_by: v.nullable(v.string()),
  devices: count,
  last_seen_at: v.nullable(isoTime),
})
export type OfficeLink = v.InferOutput<typeof officeLink>
export const officeLinks = v.object({ links: v.array(officeLink) })

const linkName = v.pipe(
  v.string(),
  v.trim(),
  v.minLength(1),
  v.maxLength(LINK_NAME_MAX),
  v.regex(/^\P{Cc}*$/u),
)
/** POST desk/offices/{officeId}/links; the secret is answered once and kept nowhere. */
export const linkWish = v.variant('use', [
  v.object({
    use: deviceUse,
    name: linkName,
    languages: v.pipe(
      languages,
      v.check(named => new Set(named).size === named.length, 'a language is named twice'),
    ),
  }),
  v.object({ use: v.literal('machine'), name: linkName, gives: v.boolean() }),
])
export type LinkWish = v.InferOutput<typeof linkWish>
/** Of a machine the secret is the token itself. */
export const madeLink = v.object({ id, secret: linkSecret })
export type MadeLink = v.InferOutput<typeof madeLink>

/** Where a link leads. */
export const linkPath = (use: DeviceUse, officeSlug: string, secret: string): string =>
  `/${use}/${officeSlug}#${secret}`
