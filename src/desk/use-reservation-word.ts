import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { DeskReservations } from '#contract/rest/desk.ts'
import { useDeskTools } from './desk-tools.ts'
import { reservationsKey } from './use-reservations.ts'
import { useWordOf } from './use-word-of.ts'

/** What the office says of a reservation: its yes, or that the person is here. */
export interface Word {
  word: 'confirm' | 'arrived'
  reservationId: string
}

export interface SayingOfReservations {
  /** Says it, unless something is being said already. */
  say(word: Word): void
  pending: Word | null
  /** How the last one went wrong. An ended session is not told here, but over the page. */
  error: Error | null
}

/** Says the office's word on reservations, and shows at once what the server answered. */
export function useReservationWord(clerkId: number, officeId: number): SayingOfReservations {
  const { api } = useDeskTools()
  const queries = useQueryClient()
  const queryKey = reservationsKey(clerkId, officeId)
  const mutation = useMutation({
    mutationFn: ({ word, reservationId }: Word) => api[word](officeId, reservationId),
    networkMode: 'always',
    onSuccess: async confirmed => {
      await queries.cancelQueries({ queryKey })
      // Whichever of the days is looked at.
      queries.setQueriesData<DeskReservations>(
        { queryKey },
        seen =>
          seen && {
            ...seen,
            reservations: seen.reservations.map(each => (each.id === confirmed.id ? confirmed : each)),
          },
      )
    },
    onError: () => void queries.invalidateQueries({ queryKey }),
  })
  const error = useWordOf(mutation)
  return {
    say(word) {
      if (!mutation.isPending) mutation.mutate(word)
    },
    pending: mutation.isPending ? mutation.variables : null,
    error,
  }
}
