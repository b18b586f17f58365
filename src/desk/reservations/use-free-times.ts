import { useQuery } from '@tanstack/react-query'
import { useClerkSession } from '../desk-tools.ts'
import { officeKey, pauseAfter } from '../use-office.ts'
import { useBookingApi } from './use-booking-api.ts'

/** Others book meanwhile, on their phones and at other desks. In milliseconds. */
const REFRESH_MS = 10_000

/** Beside the office's own, and not below it: no press at the desk puts them in doubt. */
export const freeKey = (clerkId: number, officeId: number) =>
  ['desk-free', ...officeKey(clerkId, officeId)] as const

/** A line of an office, as this clerk asks for it. */
export interface AskedLine {
  clerkId: number
  officeId: number
  lineId: number
}

/** In which lines of the office something can be booked. */
export function useBookable(clerkId: number, officeId: number) {
  const api = useBookingApi()
  return useQuery({
    queryKey: [...freeKey(clerkId, officeId), 'lines'],
    queryFn: ({ signal }) => api.bookable(officeId, signal),
    retry: false,
    networkMode: 'always',
  })
}

/** On which days nothing is free in the line. */
export function useTakenDays({ clerkId, officeId, lineId }: AskedLine) {
  const api = useBookingApi()
  return useQuery({
    queryKey: [...freeKey(clerkId, officeId), lineId, 'days'],
    queryFn: ({ signal }) => api.unavailable(officeId, lineId, signal),
    retry: false,
    networkMode: 'always',
  })
}

/** When something is free there on a day, kept fresh. */
export function useDayTimes({ clerkId, officeId, lineId }: AskedLine, day: string | null) {
  const api = useBookingApi()
  const { phase } = useClerkSession()
  return useQuery({
    queryKey: [...freeKey(clerkId, officeId), lineId, 'times', day],
    queryFn: ({ signal }) => api.blocks(officeId, lineId, day ?? '', signal),
    enabled: day !== null && phase === 'in',
    refetchInterval: ({ state }) => pauseAfter(state.error, REFRESH_MS),
    retry: false,
    networkMode: 'always',
  })
}
