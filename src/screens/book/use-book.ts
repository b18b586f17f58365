import { useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import type { BookingOutcome, BookingRequest } from '#src/flows/booking-outcome.ts'
import { useFlow } from '#src/screens/shared/use-flow.ts'
import { noticesStore } from '#src/stores/notices-store.ts'
import { useReservationStore } from '#src/stores/reservation-store.ts'

/** A refusal, or that nobody knows whether it is booked. */
export type BookProblem = Exclude<BookingOutcome, { status: 'confirmed' | 'pending' }>

/** Said in its place by the wizard, and not over it as well; once it is left it would be news of the past. */
export function dismissRefusals(): void {
  const { notices, dismiss } = noticesStore.getState()
  for (const notice of notices) {
    const isOfBooking = 'about' in notice && notice.about === 'reservation' && notice.kind !== 'isTemporary'
    if (isOfBooking || notice.kind === 'block-already-taken-error') dismiss(notice.id)
  }
}

/**
 * Asking for the time, and going to its card. What nobody could tell whether it worked is found out when the server can be
 * asked again, or by repeating the same request.
 */
export function useBook() {
  const [, navigate] = useLocation()
  const { run, busy } = useFlow('bookReservation')
  const [problem, setProblem] = useState<BookProblem | null>(null)
  const [isDone, setDone] = useState(false)
  const current = useReservationStore(({ current }) => current)
  const isUnknown = problem?.status === 'unknown'

  useEffect(() => {
    if (!isUnknown || current === null) return
    setDone(true)
    navigate(`/reservations/${current}?new`, { replace: true })
  }, [isUnknown, current, navigate])

  async function book(request: BookingRequest): Promise<BookProblem | null> {
    setProblem(null)
    const outcome = await run(request)
    dismissRefusals()
    if (outcome?.status === 'confirmed' || outcome?.status === 'pending') {
      setDone(true)
      navigate(`/reservations/${outcome.id}?new`, { replace: true })
      return null
    }
    const trouble: BookProblem = outcome ?? { status: 'failed', code: 'internal', message: null, fields: [] }
    setProblem(trouble)
    return trouble
  }

  return { book, isBusy: busy || isDone, problem, forgive: () => setProblem(null) }
}
