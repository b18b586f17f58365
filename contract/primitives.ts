import * as v from 'valibot'

/** Row numbers given by the database. On a path they arrive as text: use {@link idFromText} there. */
export const id = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(Number.MAX_SAFE_INTEGER))
export const idFromText = v.pipe(v.string(), v.regex(/^[1-9]\d{0,14}$/), v.transform(Number), v.integer())
/** In small letters, as the database gives it back: two spellings of one are the same one. */
export const uuid = v.pipe(v.string(), v.uuid(), v.toLowerCase())
export const slug = v.pipe(v.string(), v.regex(/^[a-z0-9]+(-[a-z0-9]+)*$/), v.maxLength(64))

/**
 * 30 February has the right shape, and would silently be read as 2 March. Before the year 1 there is none:
 * PostgreSQL, as the calendar, begins with it. Nor is there one after 2999: days are counted on from those
 * that are asked for, and beyond 9999 none comes after another by its text, so some counts would never end.
 */
function dayExists(day: string): boolean {
  if (day.startsWith('0000') || day > '2999-12-31') return false
  const time = Date.parse(`${day}T00:00:00Z`)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day)
}

/** ISO 8601 with offset, as every time on the wire. Its day exists, and a Date can be made of it. */
export const isoTime = v.pipe(
  v.string(),
  v.isoTimestamp(),
  v.check(time => dayExists(time.slice(0, 10)) && !Number.isNaN(Date.parse(time)), 'the time does not exist'),
)
/** A calendar day, YYYY-MM-DD, that exists. */
export const isoDay = v.pipe(v.string(), v.isoDate(), v.check(dayExists, 'the day does not exist'))
export const count = v.pipe(v.number(), v.integer(), v.minValue(0))

export const LANGUAGES = ['es', 'en', 'pt'] as const
export const language = v.picklist(LANGUAGES)
export type Language = v.InferOutput<typeof language>

/** What an office says to whoever waits, in each language: prepared by its supervisor, or by us. */
export const messageTexts = v.object({ es: v.string(), en: v.string(), pt: v.string() })
export type MessageTexts = v.InferOutput<typeof messageTexts>
