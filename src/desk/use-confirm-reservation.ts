import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { DeskReservations } from '#contract/rest/desk.ts'
import { ApiError } from '#src/api/api-error.ts'
import { useDeskTools } from './desk-tools.ts'
import { reservationsKey } from './use-reservations.ts'

export interface Confirming {
  /** Says the office's yes, unless another one is being said. */
  confirm(reservationId: string): void
  /** Which is being confirmed. */
  pending: string | null
  /** How the last one went wrong. An ended session is not told here, but over the page. */
  error: Error | null
}

/** Confirms reservations, and shows at once what the server answered. */
export function useConfirmReservation(clerkId: number, officeId: number): Confirming {
  const { api } = useDeskTools()
  const queries = useQueryClient()
  const queryKey = reservationsKey(clerkId, officeId)
  const mutation = useMutation({
    mutationFn: (reservationId: string) => api.confirm(officeId, reservationId),
    networkMode: 'always',
    onSuccess: async confirmed => {
      await queries.cancelQueries({ queryKey })
      queries.setQueryData<DeskReservations>(
        queryKey,
        seen =>
          seen && {
            ...seen,
            reservations: seen.reservations.map(each => (each.id === confirmed.id ? confirmed : each)),
          },
      )
    },
    onError: () => void queries.invalidateQueries({ queryKey }),
  })
  const isOver = mutation.error instanceof ApiError && mutation.error.status === 401
  return {
    confirm(reservationId) {
      if (!mutation.isPending) mutation.mutate(reservationId)
    },
    pending: mutation.isPending ? mutation.variables : null,
    error: isOver ? null : mutation.error,
  }
}
