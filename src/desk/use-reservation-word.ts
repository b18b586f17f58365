import { type Query, useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
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
  /** Says it, behind what is being said already; not what is. */
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
  const [failure, setFailure] = useState<Error | null>(null)
  const unanswered = useRef(new Set<string>())
  const mutation = useMutation({
    mutationFn: ({ word, reservationId }: Word) => api[word](officeId, reservationId),
    networkMode: 'always',
    // One after the other: two who come to the desk together are both here.
    scope: { id: `word ${clerkId}` },
    onSuccess: async confirmed => {
      await queries.cancelQueries({ queryKey })
      // Whichever of the days is looked at, or what was sought.
      queries.setQueriesData<DeskReservations>(
        { queryKey },
        seen =>
          seen && {
            ...seen,
            reservations: seen.reservations.map(each => (each.id === confirmed.id ? confirmed : each)),
          },
      )
      // What was asked for the first time just now, and given up above, shows nothing yet.
      const isUnseen = ({ state }: Query) => state.data === undefined
      void queries.refetchQueries({ queryKey, type: 'active', predicate: isUnseen })
    },
    onError: error => {
      setFailure(error)
      void queries.invalidateQueries({ queryKey })
    },
    onSettled: (_answer, _error, { reservationId }) => void unanswered.current.delete(reservationId),
  })
  const { isPending, variables: pending = null } = mutation
  const error = useWordOf({ isPending, error: failure })
  return {
    say(word) {
      if (unanswered.current.has(word.reservationId)) return
      if (unanswered.current.size === 0) setFailure(null)
      unanswered.current.add(word.reservationId)
      mutation.mutate(word)
    },
    pending: isPending ? pending : null,
    error,
  }
}
