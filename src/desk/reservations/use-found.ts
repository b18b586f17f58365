import { useQuery } from '@tanstack/react-query'
import type { DeskFound } from '#contract/rest/desk-booking.ts'
import { useClerkSession, useDeskTools } from '../desk-tools.ts'
import { pauseAfter } from '../use-office.ts'
import { reservationsKey } from '../use-reservations.ts'
import { useBookingApi } from './use-booking-api.ts'

/** A search opens every name there is: it is repeated more seldom than a day. In milliseconds. */
const REFRESH_MS = 30_000

/**
 * What is booked by this name, code or document, kept fresh like a day: what is taken away meanwhile, here or
 * elsewhere, stands here no more; null asks nothing.
 */
export function useFound(clerkId: number, officeId: number, text: string | null) {
  const api = useBookingApi()
  const { clock } = useDeskTools()
  const { phase } = useClerkSession()
  return useQuery<DeskFound & { seenAt: number }>({
    queryKey: [...reservationsKey(clerkId, officeId), 'found', text],
    queryFn: async ({ signal }) => ({
      ...(await api.find(officeId, text ?? '', signal)),
      seenAt: clock.now(),
    }),
    refetchInterval: ({ state }) => pauseAfter(state.error, REFRESH_MS),
    // It is of one moment, and full of names.
    gcTime: 0,
    retry: false,
    networkMode: 'always',
    enabled: text !== null && phase === 'in',
  })
}
