import { useEffect, useLayoutEffect, useState } from 'react'
import type { BookingRequest } from '#src/flows/reservations/booking-outcome.ts'
import { FAULT } from '#src/flows/outcome.ts'
import { useErrand } from '#src/screens/shared/use-errand.ts'
import { useLead } from '#src/screens/shared/use-lead.ts'
import { noticesStore } from '#src/stores/notices-store.ts'
import { reservationStore, useReservationStore } from '#src/stores/reservation-store.ts'

/** Said in its place by the wizard, and not over it as well; once it is left it would be news of the past. */
export function dismissRefusals(): void {
  const { notices, dismiss } = noticesStore.getState()
  for (const notice of notices) {
    const isOfBooking = 'about' in notice && notice.about === 'reservation' && notice.kind !== 'isTemporary'
    if (isOfBooking || notice.kind === 'block-already-taken-error') dismiss(notice.id)
  }
}

/**
 * Asking for a time of a line, and going to its card. Whoever comes back while it is being booked finds it
 * so. What nobody could tell whether it worked is found out when the server can be asked again, or by
 * repeating the same request.
 */
export function useBook(lineId: number) {
  const lead = useLead()
  const { run, asked } = useErrand('bookReservation')
  const state = useReservationStore(whole => whole)
  const { queued, step, failure, current } = state
  // How an earlier one was refused, on an earlier visit, was said then.
  const [before] = useState(failure)
  const isMine = queued?.lineId === lineId
  // From the press on, though it should wait until it is known who is here.
  const isPressed = asked?.[0].lineId === lineId
  const isPast = failure === before && !isMine
  const problem = failure?.lineId === lineId && !isPast ? failure : null

  const [awaits, setAwaits] = useState(isMine)
  if (isMine && !awaits) setAwaits(true)
  if (awaits && !isMine && current === null) setAwaits(false)
  const isDone = awaits && !isMine && current !== null
  useEffect(() => {
    if (isDone) lead(`/reservations/${current}?new`)
  }, [isDone, current, lead])
  useLayoutEffect(() => {
    if (problem) dismissRefusals()
  }, [problem])

  async function book(request: BookingRequest): Promise<void> {
    const outcome = await run(request)
    // A fault of ours, perhaps before anything was asked.
    if (outcome === FAULT) reservationStore.getState().failed(lineId, { code: 'internal', message: null })
  }

  return {
    book,
    /** This line's, until its card is there. */
    isBusy: isPressed || (isMine && step !== null) || isDone,
    /** Another line's: they come one after the other. */
    isOtherBusy: (asked !== null && !isPressed) || (!isMine && step !== null),
    problem,
    /** "No fui yo": so was what nobody knows of, before the page was loaded anew. */
    wasDeclared: isMine && queued.declared,
    forgive: state.forgive,
  }
}
