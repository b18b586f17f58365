import type { HoursOfDay } from '../rest/offices.ts'

/**
 * Where a moment falls on an office's own calendar. `minutes` counts from midnight by the clock on its wall.
 */
export interface WallTime {
  /** YYYY-MM-DD */
  day: string
  /** 1 Monday … 7 Sunday */
  weekday: number
  minutes: number
}

const formats = new Map<string, Intl.DateTimeFormat>()

function wallFormat(timeZone: string): Intl.DateTimeFormat {
  let format = formats.get(timeZone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-CA', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
    })
    formats.set(timeZone, format)
  }
  return format
}

/** Of each zone the minute that was asked for last: whoever comes at nine o'clock asks for the same one. */
const lastAsked = new Map<string, { minute: number; wall: Readonly<WallTime> }>()

/** @throws RangeError for a time zone that does not exist */
export function wallTime(at: Date, timeZone: string): Readonly<WallTime> {
  const minute = Math.floor(at.getTime() / 60_000)
  const last = lastAsked.get(timeZone)
  if (last?.minute === minute) return last.wall
  const part: Record<string, string> = {}
  for (const { type, value } of wallFormat(timeZone).formatToParts(at)) part[type] = value
  const day = `${part.year}-${part.month}-${part.day}`
  const wall = { day, weekday: weekdayOf(day), minutes: Number(part.hour) * 60 + Number(part.minute) }
  lastAsked.set(timeZone, { minute, wall })
  return wall
}

export const minutesOf = (clock: string) => {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number)
  return hours * 60 + minutes
}

export interface OpeningTimes {
  time_zone: string
  hours: readonly HoursOfDay[]
  closures: readonly string[]
}

export type Opening =
  | { open: true; closesAt: string | null }
  /** `opens` is null where no opening comes within a week. */
  | { open: false; opens: { weekday: number; at: string; inDays: number } | null }

/** The day so many days later, YYYY-MM-DD. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

/** 1 Monday … 7 Sunday */
export const weekdayOf = (day: string): number => new Date(`${day}T00:00:00Z`).getUTCDay() || 7

/** The opening hours in which a moment of an office's own wall falls, or undefined while it is shut. */
export const currentHours = (
  now: WallTime,
  { hours, closures }: Omit<OpeningTimes, 'time_zone'>,
): HoursOfDay | undefined =>
  closures.includes(now.day)
    ? undefined
    : hours.find(
        ({ weekday, from, to }) =>
          weekday === now.weekday && minutesOf(from) <= now.minutes && now.minutes < minutesOf(to),
      )

/**
 * Whether an office is open, and until or from when. `closesAt` is HH:MM on the office's wall, after midnight
 * too where the evening goes on then ('02:00') and '24:00' where it ends there; null where it goes on all of
 * the next day as well (round the clock).
 */
export function openingAt(at: Date, { time_zone, hours, closures }: OpeningTimes): Opening {
  const now = wallTime(at, time_zone)
  const current = currentHours(now, { hours, closures })
  if (current) {
    const midnight = { day: addDays(now.day, 1), weekday: (now.weekday % 7) + 1, minutes: 0 }
    const after = current.to === '24:00' ? currentHours(midnight, { hours, closures }) : undefined
    const closesAt = after?.to ?? current.to
    return { open: true, closesAt: after && closesAt === '24:00' ? null : closesAt }
  }
  let day = now.day
  for (let inDays = 0; inDays <= 7; inDays++) {
    const weekday = ((now.weekday - 1 + inDays) % 7) + 1
    if (!closures.includes(day)) {
      const coming = hours
        .filter(slot => slot.weekday === weekday && (inDays > 0 || minutesOf(slot.from) > now.minutes))
        .sort((a, b) => minutesOf(a.from) - minutesOf(b.from))[0]
      if (coming) return { open: false, opens: { weekday, at: coming.from, inDays } }
    }
    day = addDays(day, 1)
  }
  return { open: false, opens: null }
}
