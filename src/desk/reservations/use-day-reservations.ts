import { useQuery } from '@tanstack/react-query'
import type { DeskReservations } from '#contract/rest/desk.ts'
import { useClerkSession, useDeskTools } from '../desk-tools.ts'
import { pauseAfter } from '../use-office.ts'
import { reservationsKey } from '../use-reservations.ts'

const REFRESH_MS = 10_000

/** What is booked at the office on a day other than today; null asks nothing. */
export function useDayReservations(clerkId: number, officeId: number, day: string | null) {
  const { api } = useDeskTools()
  const { phase } = useClerkSession()
  return useQuery<DeskReservations>({
    queryKey: [...reservationsKey(clerkId, officeId), day],
    queryFn: ({ signal }) => api.reservations(officeId, { day: day ?? '', signal }),
    refetchInterval: ({ state }) => pauseAfter(state.error, REFRESH_MS),
    retry: false,
    networkMode: 'always',
    enabled: day !== null && phase === 'in',
  })
}
