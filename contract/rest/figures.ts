import * as v from 'valibot'
import { FIGURES_DAYS_MAX } from '../limits.ts'
import { count, id, idFromText, isoDay, isoTime } from '../primitives.ts'

const DAY_MS = 24 * 60 * 60 * 1_000
const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / DAY_MS

/**
 * GET desk/offices/{officeId}/figures, …/figures.csv and …/figures-services.csv: from one day of the office's
 * own calendar to another, both of them in it; today where none is named. A line of the office, or all.
 */
export const figuresQuery = v.pipe(
  v.object({ from: v.optional(isoDay), to: v.optional(isoDay), line_id: v.optional(idFromText) }),
  v.check(({ from, to }) => (from === undefined) === (to === undefined), 'a span has two ends'),
  v.check(({ from = '', to = '' }) => !(to < from), 'the span ends before it begins'),
  v.check(
    ({ from = '', to = '' }) => !(daysBetween(from, to) >= FIGURES_DAYS_MAX),
    `a span has at most ${FIGURES_DAYS_MAX} days`,
  ),
)
export type FiguresQuery = v.InferOutput<typeof figuresQuery>

/** How long it took, in whole minutes: half took no more than the median, nine in ten no more than p90. */
const spread = v.object({ of: count, median: v.nullable(count), p90: v.nullable(count) })
export type Spread = v.InferOutput<typeof spread>

/** What became of the turns of a line, an hour, a day, or of all. Numbers removed as false are nobody's. */
const tally = v.object({
  /** Numbers that were taken. */
  taken: count,
  /** Reservations that were called: they have no number, and wait for their time. */
  booked: count,
  attended: count,
  /** Called, and nobody came. */
  missed: count,
  /** Given up by whoever held them. */
  left: count,
  /** Over in any other way: never called, stood aside and not back, or sent home by the office. */
  expired: count,
  transferred: count,
  /** Wait, or are being attended. */
  open: count,
  /** From the number to the call; of numbers alone. */
  wait: spread,
  /** From the call to the end; of those attended. */
  attention: spread,
  /**
   * What was said when the number was taken, beside what came: of those called who were told a range, how
   * many were called within it, before it and after it (STAT-02); and the ranges' mean ends, in minutes.
   */
  told: v.object({
    of: count,
    within: count,
    earlier: count,
    later: count,
    from: v.nullable(v.number()),
    to: v.nullable(v.number()),
  }),
})
export type Tally = v.InferOutput<typeof tally>

const hourOfDay = v.pipe(count, v.maxValue(23))

export const figures = v.object({
  office_id: id,
  office_name: v.string(),
  /** The days, as they were asked for or as the office's clock has them. */
  from: isoDay,
  to: isoDay,
  today: isoDay,
  line_id: v.nullable(id),
  /** When it was counted. */
  at: isoTime,
  all: tally,
  /** All that the office has, and those that were taken out of it where something is to be told of them. */
  lines: v.array(v.object({ line_id: id, name: v.string(), ...tally.entries })),
  /** Hours of the office's clock in which something was taken, 0 to 23: one that comes twice is one. */
  hours: v.array(v.object({ hour: hourOfDay, ...tally.entries })),
  days: v.array(v.object({ day: isoDay, ...tally.entries })),
  /**
   * Who came beside who could be attended, by the hours from the first to the last in which somebody came: of
   * those days of which it is known which modulos were open. Null where that is known of none, where nobody
   * was attended, and of one line alone, for the modulos serve all.
   */
  capacity: v.nullable(
    v.object({
      /** The days of which it is known. */
      days: count,
      /** How long one attention took, in minutes: the mean of all. */
      attention: v.number(),
      hours: v.array(
        v.object({
          hour: hourOfDay,
          /** Took a number, or were called for a time that they had booked. */
          came: count,
          /** Minutes that modulos were open in it, breaks apart, each counted for itself. */
          open_minutes: count,
          /** How many attentions of that length the open modulos had room for. */
          could: v.number(),
        }),
      ),
    }),
  ),
  /**
   * What was done for those who came, of what clerks noted: how often, and for how many; what was done most
   * often first. By the names that they had then: one that the office lists no more is told too.
   */
  services: v.array(
    v.object({
      service: v.string(),
      quantity: count,
      turns: count,
      lines: v.array(v.object({ line_id: id, quantity: count, turns: count })),
    }),
  ),
  /** How attentions of these days were rated, from 1 to 5; never what was written beside it. */
  ratings: v.object({ of: count, mean: v.nullable(v.number()) }),
  /** Who attended: for whoever supervises the office alone. */
  clerks: v.array(
    v.object({ clerk_id: id, name: v.string(), attended: count, missed: count, attention: spread }),
  ),
})
export type Figures = v.InferOutput<typeof figures>
