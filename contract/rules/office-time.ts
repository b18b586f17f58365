import type { HoursOfDay } from '../rest/offices.ts'
import { zoneFormat } from './zone-format.ts'

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
    format = zoneFormat('en-CA', {
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

/**
 * By the device's own clock where it does not know the zone. A server lets no office have one that it does
 * not know (`server/offices/file/check-office.ts`).
 */
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

/**
 * The date of an office's day to which a time on its wall belongs: the one before, as long as hours go on
 * there that began in the evening. What is open all day begins no day but its own.
 */
export const officeDateOf = ({ day, weekday, minutes }: WallTime, hours: readonly HoursOfDay[]): string =>
  hours.some(
    slot =>
      slot.weekday === weekday &&
      slot.from === '00:00' &&
      slot.to !== '24:00' &&
      minutesOf(slot.to) > minutes,
  ) && hours.some(slot => slot.weekday % 7 === weekday - 1 && slot.from !== '00:00' && slot.to === '24:00')
    ? addDays(day, -1)
    : day

/**
 * The hours of a date, in their order, but for those of an office's day that is closed: after midnight that
 * is the day of the evening that goes on.
 * @param slots others than the office's, of one of its lines
 */
export function hoursOn(
  day: string,
  { hours, closures }: Omit<OpeningTimes, 'time_zone'>,
  slots: readonly HoursOfDay[] = hours,
): HoursOfDay[] {
  const weekday = weekdayOf(day)
  return slots
    .filter(
      slot =>
        slot.weekday === weekday &&
        !closures.includes(officeDateOf({ day, weekday, minutes: minutesOf(slot.from) }, hours)),
    )
    .sort((a, b) => minutesOf(a.from) - minutesOf(b.from))
}

/** The opening hours in which a moment of an office's own wall falls, or undefined while it is shut. */
export const currentHours = (
  { day, minutes }: Pick<WallTime, 'day' | 'minutes'>,
  times: Omit<OpeningTimes, 'time_zone'>,
): HoursOfDay | undefined =>
  hoursOn(day, times).find(({ from, to }) => minutesOf(from) <= minutes && minutes < minutesOf(to))

/**
 * Whether an office is open, and until or from when. `closesAt` is HH:MM on the office's wall, after midnight
 * too where the evening goes on then ('02:00') and '24:00' where it ends there; null where it goes on all of
 * the next day as well (round the clock).
 */
export function openingAt(at: Date, times: OpeningTimes): Opening {
  const now = wallTime(at, times.time_zone)
  const current = currentHours(now, times)
  if (current) {
    const midnight = { day: addDays(now.day, 1), minutes: 0 }
    const after = current.to === '24:00' ? currentHours(midnight, times) : undefined
    const closesAt = after?.to ?? current.to
    return { open: true, closesAt: after && closesAt === '24:00' ? null : closesAt }
  }
  for (let inDays = 0; inDays <= 7; inDays++) {
    const coming = hoursOn(addDays(now.day, inDays), times).find(
      ({ from }) => inDays > 0 || minutesOf(from) > now.minutes,
    )
    if (coming) return { open: false, opens: { weekday: coming.weekday, at: coming.from, inDays } }
  }
  return { open: false, opens: null }
}
