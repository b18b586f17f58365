import * as v from 'valibot'
import { OFFICE_WAITS_MAX } from '../limits.ts'
import { count, id, idFromText, isoTime, slug } from '../primitives.ts'

/**
 * Opening hours of one weekday: 1 Monday … 7 Sunday; times are HH:MM in the office's zone, `to` may be 24:00.
 */
export const hoursOfDay = v.object({
  weekday: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(7)),
  from: v.pipe(v.string(), v.regex(/^([01]\d|2[0-3]):[0-5]\d$/)),
  to: v.pipe(v.string(), v.regex(/^(([01]\d|2[0-3]):[0-5]\d|24:00)$/)),
})
export type HoursOfDay = v.InferOutput<typeof hoursOfDay>

/** An office as the list shows it. */
export const office = v.object({
  id,
  slug,
  name: v.string(),
  /** "Demostración" offices say that they are. */
  demo: v.boolean(),
  category_id: slug,
  category: v.string(),
  organization_id: id,
  address: v.string(),
  /** The commune: what search filters by. */
  district: v.string(),
  region: v.string(),
  /** Null for an office with options.web_only: it has no place to go to. */
  latitude: v.nullable(v.number()),
  longitude: v.nullable(v.number()),
  time_zone: v.string(),
  hours: v.array(hoursOfDay),
  /** Days without service, YYYY-MM-DD. */
  closures: v.array(v.string()),
  channel: v.string(),
  options: v.object({ web_only: v.boolean() }),
  line_categories: v.array(id),
})
export type Office = v.InferOutput<typeof office>

export const officeList = v.array(office)

export const LINE_TYPES = ['normal', 'kiosk', 'hidden'] as const

/**
 * Minutes, as an honest range. What an earlier version does not know it need not read: the range is always
 * there.
 */
export const waitRange = v.object({
  from: count,
  to: count,
  /** The one figure to say first, where the line's own past bears it out. */
  about: v.optional(count),
  /** Of a hundred such waits, how many lay in the range. */
  holds: v.optional(v.pipe(count, v.maxValue(100))),
  /** Nobody is ahead, and a desk has nobody. */
  now: v.optional(v.literal(true)),
  /** The office may close and send people home before. */
  closes_first: v.optional(v.literal(true)),
  /** Desks that call from the line now: that there are fewer says why it takes longer. */
  desks: v.optional(count),
  /** No desk is open now: when one will be. */
  opens_at: v.optional(isoTime),
})
export type WaitRange = v.InferOutput<typeof waitRange>

/** Why a line rests, as a clerk chooses it; the application words it in each language. */
export const FREEZE_REASONS = ['system-down', 'short-staffed', 'full', 'meeting'] as const
export type FreezeReason = (typeof FREEZE_REASONS)[number]

/** Why a line gives no numbers now, and until when; null where nobody knows. */
export const lineStop = v.object({
  /** `closed`: for today. */
  why: v.picklist(['frozen', 'closed']),
  reason: v.nullable(v.picklist(FREEZE_REASONS)),
  /** A clerk's own words. */
  note: v.nullable(v.string()),
  until: v.nullable(isoTime),
  /** Nobody said so: the office's hours are over, or have not begun. */
  by_clock: v.optional(v.boolean()),
})
export type LineStop = v.InferOutput<typeof lineStop>

/**
 * What moves in a line: who waits, how long, who was called last. The wall display shows no more than this.
 */
export const lineState = v.object({
  line_id: id,
  waiting: count,
  /** Null while nothing can be said: no fallback is set and nothing moved. */
  wait: v.nullable(waitRange),
  /** The number called last today, as shown, or null. */
  call: v.nullable(v.string()),
  /** The numbers that wait, in the order in which they will be called. */
  queue: v.object({ raw_tickets: v.array(v.string()) }),
  /** It gives no numbers now, and why: absent in what an earlier version kept. */
  frozen: v.boolean(),
  stopped: v.optional(v.nullable(lineStop)),
})
export type LineState = v.InferOutput<typeof lineState>

/**
 * How long one would wait in an office, as a list says it: in the line that is over first, among those in
 * which anybody may take a number by phone.
 */
export const officeWait = v.object({
  office_id: id,
  waiting: count,
  /** Null where nobody waits. */
  wait: v.nullable(waitRange),
})
export type OfficeWait = v.InferOutput<typeof officeWait>

/** GET /offices/waits?ids=3,9: without those that have no such line, or do not exist. */
export const officeWaitList = v.array(officeWait)
export const officeWaitsQuery = v.object({
  ids: v.pipe(
    v.string(),
    v.maxLength(OFFICE_WAITS_MAX * 16),
    v.transform(text => text.split(',')),
    v.array(idFromText),
    v.maxLength(OFFICE_WAITS_MAX),
  ),
})

/**
 * GET /offices/{officeId}/waits/told: how the ranges that were told with numbers came true, of the days of
 * the last `days` that are over (STAT-02). `of` were told one and were called: within it, before it, after
 * it.
 */
export const toldWaits = v.object({ days: count, of: count, within: count, earlier: count, later: count })
export type ToldWaits = v.InferOutput<typeof toldWaits>

export const line = v.object({
  ...lineState.entries,
  id,
  slug,
  name: v.string(),
  prefix: v.string(),
  priority: v.number(),
  type: v.picklist(LINE_TYPES),
  virtual: v.boolean(),
  /** The person who attends an executive line, or null. */
  executive: v.nullable(v.string()),
  /** The heading under which lines are grouped, or null. */
  folder: v.nullable(v.string()),
  line_category_id: v.nullable(id),
  /** Whether numbers are given, times are booked. */
  takes_tickets: v.boolean(),
  takes_reservations: v.boolean(),
  /** It, or its office, serves proven documents alone (DOC-04): absent in what an earlier version kept. */
  proven_only: v.optional(v.boolean()),
  officeSlug: slug,
  officeId: id,
})
export type Line = v.InferOutput<typeof line>

export const lineList = v.array(line)

/** GET /state/{officeSlug}: the whole office at one look. `seq` is the office's newest fact. */
export const officeState = v.object({
  office,
  lines: lineList,
  seq: count,
  at: isoTime,
})
export type OfficeState = v.InferOutput<typeof officeState>

export const modulo = v.object({ id, name: v.string(), open: v.boolean() })
export const moduloList = v.array(modulo)

export const officeHours = v.object({
  time_zone: v.string(),
  hours: v.array(hoursOfDay),
  closures: v.array(v.string()),
})

export const category = v.object({ slug, name: v.string(), organization_id: id, colour: v.string() })
export const categoryList = v.array(category)

/** GET /lines/{id}/info: a link by line id finds its office. */
export const lineInfo = v.object({ office_slug: slug, line_slug: slug })
export type LineInfo = v.InferOutput<typeof lineInfo>

/** A kind of service of an organization, by which people find offices. */
export const lineCategory = v.object({ id, slug, name: v.string() })
export const lineCategoryList = v.array(lineCategory)

/** GET line_categories/{id}/geo: the offices that give that service, with their place. */
export const lineCategoryGeo = v.array(
  v.object({
    office_id: id,
    office_slug: slug,
    office_name: v.string(),
    latitude: v.nullable(v.number()),
    longitude: v.nullable(v.number()),
    lines: v.array(v.object({ id, slug, name: v.string() })),
  }),
)
