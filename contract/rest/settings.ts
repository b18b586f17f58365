import * as v from 'valibot'
import { count, id, isoDay, isoTime } from '../primitives.ts'
import { problem } from '../problem.ts'
import { deskFound } from './desk-booking.ts'
import { CLOSINGS } from './desk-day.ts'
import { officeApplied, officeSettings } from './staff.ts'

/**
 * The settings of an office, in the offices file's own form (docs/offices-file.md): for its supervisors, and
 * for the administrators of its organization. Things are recognised by their slugs, modules by their names;
 * lines come by `priority`, and their order in the entry says nothing.
 */

/** Of what stands: another one as soon as anything else stands, by whichever way it came. */
const version = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{27}$/))

/** GET desk/offices/{id}/settings. */
export const settings = v.object({
  office_id: id,
  version,
  /**
   * The whole entry, with every key that has a value; `frozen` of a line is the desk's, and is left out.
   * Written as a file with `holidays` and `line_categories` beside it, it is what `npm run offices` loads:
   * `{ holidays, organizations: [{ category, line_categories }], offices: [office] }`.
   */
  office: officeSettings.entries.office,
  /** Days on which no office works that does not say `open_on_holidays`; they stand in the file alone. */
  holidays: v.array(isoDay),
  /** The kinds of service that a line may name. */
  line_categories: v.array(v.object({ slug: v.string(), name: v.string() })),
  /**
   * Who changed it last; null where nobody did in the browser. `by` is null where the file was loaded since.
   * `undoable`: what it was before can be given back.
   */
  changed: v.nullable(v.object({ at: isoTime, by: v.nullable(v.string()), undoable: v.boolean() })),
})
export type OfficeSettings = v.InferOutput<typeof settings>

const perLine = { slug: v.string(), name: v.string() }
/** Whom a change touches. */
export const settingsTouch = v.object({
  /**
   * Reservations that are held, and that the settings as they would be leave out: on a day or at an hour
   * without service, in a line that is gone or books nothing any more, or between two blocks of another
   * length. Those that were left out before already do not count.
   */
  reservations: v.object({
    total: count,
    /** Of these: booked by a desk for somebody whom no phone tells. */
    by_desk: count,
    days: v.array(v.object({ day: isoDay, count })),
    lines: v.array(v.object({ ...perLine, count })),
  }),
  /**
   * Those who wait in the whole office, where its day would be over at once that still goes on, or where they
   * would be sent home at once that are attended still; and what becomes of them. Null where nobody does.
   */
  day_ends: v.nullable(v.object({ waiting: count, closing: v.picklist(CLOSINGS) })),
  /** Lines that would be gone, and how many wait in them or stand aside. */
  waiting: v.array(v.object({ ...perLine, count })),
  /** Modules that would be gone, and who sits there: they finish, and leave as always. */
  sitting: v.array(v.object({ modulo: v.string(), clerk: v.string() })),
})
export type SettingsTouch = v.InferOutput<typeof settingsTouch>

/**
 * GET desk/offices/{id}/settings/left-out: the reservations that are held and that the settings leave out, by
 * their time; the first ones, where there are more.
 */
export const settingsLeftOut = deskFound

/** POST desk/offices/{id}/settings/check: changes nothing. */
export const settingsAsked = officeSettings
export const settingsChecked = v.object({
  faults: officeApplied.entries.faults,
  /**
   * Keys of the entry that would be other ones: `hours`, `lines`. None where nothing changes, or with
   * faults.
   */
  parts: v.array(v.string()),
  touches: settingsTouch,
})
export type SettingsChecked = v.InferOutput<typeof settingsChecked>

/**
 * What becomes of the reservations that a change leaves out: `keep` lets them stand, and nobody is told
 * anything; `tell` takes them away, and their owners are told so. What a desk booked for somebody without a
 * phone stands in either case, for nobody would learn that it is gone.
 */
export const RESERVATIONS_LEFT_OUT = ['keep', 'tell'] as const
const reservations = v.optional(v.picklist(RESERVATIONS_LEFT_OUT))
/** That the day of those who wait now may end by it, and how: another way is asked about anew. */
const ends_day = v.optional(v.picklist(CLOSINGS))
/**
 * PUT desk/offices/{id}/settings. Refused with 409 by `settings-moved` where another version stands by now,
 * by `line-waited-for` while somebody waits in a line that would be gone, and where no word is said by
 * `day-ends` about those who wait, by `reservations-affected` about those who booked; the answer's body is
 * {@link settingsConflict}.
 */
export const settingsSave = v.object({
  version,
  office: officeSettings.entries.office,
  reservations,
  ends_day,
})
export type SettingsSave = v.InferInput<typeof settingsSave>
/** POST desk/offices/{id}/settings/undo: gives back what stood before the last change; refused likewise. */
export const settingsUndo = v.object({ version, reservations, ends_day })

/** Faults, each at its place, and nothing was changed then; or what stands now. */
export const settingsSaved = v.object({
  faults: officeApplied.entries.faults,
  settings: v.nullable(settings),
  /** Reservations that were taken away, each with its owner told. */
  told: count,
  /** Those that were not, since nobody's phone can be told: each stands until the office settles it. */
  untold: count,
})
export type SettingsSaved = v.InferOutput<typeof settingsSaved>

/** What a save or an undo that was refused with 409 says. Nothing was changed. */
export const settingsConflict = v.object({
  ...problem.entries,
  /** What stands now, and who changed it: by `settings-moved`. */
  settings: v.optional(settings),
  /** By the others. */
  touches: v.optional(settingsTouch),
})
export type SettingsConflict = v.InferOutput<typeof settingsConflict>
