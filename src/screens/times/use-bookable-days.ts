import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { wallTime } from '#contract/rules/office-time.ts'
import { unavailableDaysQuery } from '#src/queries/reservation-queries.ts'
import { useNow } from '#src/queries/use-now.ts'
import type { LineOffer } from './line-offer.ts'

export interface BookableDays {
  query: UseQueryResult<unknown>
  /** YYYY-MM-DD, on the office's calendar, as all days here. */
  today: string
  isFree(day: string): boolean
  /** The days on which something can be booked, the nearest first; null before they are known. */
  free: readonly string[] | null
}

/** On which days something can be booked in the line (RES-02). */
export function useBookableDays(offer: LineOffer): BookableDays {
  const today = wallTime(new Date(useNow()), offer.timeZone).day
  const query = useQuery(unavailableDaysQuery(offer.officeSlug, offer.line))
  const unavailable = new Set(query.data?.dates)
  const isFree = (day: string) => day >= today && day <= offer.lastDay && !unavailable.has(day)
  return { query, today, isFree, free: query.data ? daysBetween(today, offer.lastDay).filter(isFree) : null }
}

/** YYYY-MM-DD, both ends included. */
function daysBetween(first: string, last: string): string[] {
  const days: string[] = []
  for (let at = Date.parse(first); at <= Date.parse(last); at += 86_400_000)
    days.push(new Date(at).toISOString().slice(0, 10))
  return days
}
