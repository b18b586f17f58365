import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { DeskReservation } from '#contract/rest/desk.ts'
import { ApiError } from '#src/api/api-error.ts'
import { browserRandom } from '#src/platform/random.ts'
import { reservationsKey } from '../use-reservations.ts'
import { useWordOf } from '../use-word-of.ts'
import type { Block, Booking } from './booking-api.ts'
import { useBookingApi } from './use-booking-api.ts'
import { freeKey } from './use-free-times.ts'

/** What is free and what is booked is asked for anew after each of these, whatever came of it. */
function useLookAgain(clerkId: number, officeId: number) {
  const queries = useQueryClient()
  return () => {
    void queries.invalidateQueries({ queryKey: freeKey(clerkId, officeId) })
    void queries.invalidateQueries({ queryKey: reservationsKey(clerkId, officeId) })
  }
}

const isUnknown = (error: unknown) => error instanceof ApiError && error.isUncertain

/** Books for somebody. Pressed again after a silence it is the same reservation. */
export function useBooking(clerkId: number, officeId: number) {
  const api = useBookingApi()
  const lookAgain = useLookAgain(clerkId, officeId)
  /** Of the press whose answer is awaited, or never came. */
  const requestId = useRef<string | null>(null)
  const booking = useMutation<DeskReservation, Error, Omit<Booking, 'request_id'>>({
    mutationFn(wish) {
      requestId.current ??= browserRandom.uuid()
      return api.book(officeId, { ...wish, request_id: requestId.current })
    },
    networkMode: 'always',
    onSettled(_, error) {
      if (!isUnknown(error)) requestId.current = null
      lookAgain()
    },
  })
  const error = useWordOf(booking)
  return {
    book(wish: Omit<Booking, 'request_id'>) {
      if (!booking.isPending) booking.mutate(wish)
    },
    isPending: booking.isPending,
    booked: booking.data ?? null,
    error,
    /** Nobody knows yet whether it is booked: another time would be another reservation. */
    isUnknown: booking.isPending || isUnknown(error),
    /** The next press is for somebody else, or for another time. */
    reset() {
      requestId.current = null
      booking.reset()
    },
  }
}

/** Moves a reservation. Pressed again it is there already. */
export function useMove(
  clerkId: number,
  officeId: number,
  reservationId: string,
  onMoved: (moved: DeskReservation) => void,
) {
  const api = useBookingApi()
  const lookAgain = useLookAgain(clerkId, officeId)
  const moving = useMutation<DeskReservation, Error, Block>({
    mutationFn: block => api.move(officeId, reservationId, block),
    networkMode: 'always',
    onSuccess: onMoved,
    onSettled: lookAgain,
  })
  const error = useWordOf(moving)
  return {
    move(block: Block) {
      if (!moving.isPending) moving.mutate(block)
    },
    isPending: moving.isPending,
    error,
    reset: moving.reset,
  }
}
