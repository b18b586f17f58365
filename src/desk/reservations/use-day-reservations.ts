import { useQuery } from '@tanstack/react-query'
import { useClerkSession, useDeskTools } from '../desk-tools.ts'
import { pauseAfter } from '../use-office.ts'
import { reservationsKey, type SeenReservations } from '../use-reservations.ts'

const REFRESH_MS = 10_000

/** What is booked at the office on a day other than today; null asks nothing. */
export function useDayReservations(clerkId: number, officeId: number, day: string | null) {
  const { api, clock } = useDeskTools()
  const { phase } = useClerkSession()
  return useQuery<SeenReservations>({
    queryKey: [...reservationsKey(clerkId, officeId), day],
    queryFn: async ({ signal }) => ({
      ...(await api.reservations(officeId, { day: day ?? '', signal })),
      seenAt: clock.now(),
    }),
    refetchInterval: ({ state }) => pauseAfter(state.error, REFRESH_MS),
    retry: false,
    networkMode: 'always',
    enabled: day !== null && phase === 'in',
  })
}
