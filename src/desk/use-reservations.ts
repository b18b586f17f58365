import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { DeskReservations } from '#contract/rest/desk.ts'
import { useClerkSession, useDeskTools } from './desk-tools.ts'
import { officeKey, pauseAfter } from './use-office.ts'

/**
 * Bookings move slowly beside the turns; what is done at this desk is looked at again at once. In
 * milliseconds.
 */
const REFRESH_MS = 10_000

/** `seenAt`: by the server's clock, milliseconds since the epoch. */
export type SeenReservations = DeskReservations & { seenAt: number }

/** Below the office's own: what puts the office in doubt puts its reservations in doubt, too. */
export const reservationsKey = (clerkId: number, officeId: number) =>
  [...officeKey(clerkId, officeId), 'reservations'] as const

/**
 * What is booked at the office today, kept fresh; still while the session is over, with what was seen last.
 */
export function useReservations(clerkId: number, officeId: number): UseQueryResult<SeenReservations> {
  const { api, clock } = useDeskTools()
  const { phase } = useClerkSession()
  return useQuery<SeenReservations>({
    queryKey: reservationsKey(clerkId, officeId),
    queryFn: async ({ signal }) => ({
      ...(await api.reservations(officeId, { signal })),
      seenAt: clock.now(),
    }),
    refetchInterval: ({ state }) => pauseAfter(state.error, REFRESH_MS),
    retry: false,
    networkMode: 'always',
    enabled: phase === 'in',
  })
}
