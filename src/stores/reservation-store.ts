import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { type BookingWish, readBookingWish } from '#src/domain/booking-wish.ts'
import type { BookingPort, BookingProblem, BookingStep } from '#src/flows/flow-context.ts'
import { browserSettings, type Settings } from '#src/platform/settings.ts'

/**
 * The reservation that is being booked, and how far those booked on this page have come. What is held is in
 * the database; here is what goes on. What has been asked for is kept as long as the tab is, until it is
 * known what became of it: after a reload in the middle it is found out, and not booked twice.
 * @see specification §3 "Client state", rule RES-16
 */
export interface ReservationState {
  /** Asked for, and not known to be made: under way, or nobody knows what became of it. */
  queued: BookingWish | null
  /** Made, and not confirmed yet: their ids. */
  created: readonly string[]
  confirmed: readonly string[]
  /** The one that was booked last; its card is what the wizard leads to. */
  current: string | null
  /** How far the one that is queued has come; null when nobody waits for it. */
  step: BookingStep | null
  /** Why there is none. `unknown`: it may have been made, and must be repeated with the same request. */
  failure: (BookingProblem & { lineId: number }) | null
}

export interface ReservationStore extends ReservationState, BookingPort {
  /** What was refused is asked for otherwise now. */
  forgive(): void
  /** Back to the beginning of the wizard. */
  restart(): void
}

const KEY = 'reservation-asked-for'

const FRESH = { queued: null, step: null, failure: null, current: null } as const
const without = (ids: readonly string[], id: string) => ids.filter(known => known !== id)
/** Before it has been asked for everybody knows that there is none. */
const isAskedFor = ({ step }: ReservationState) => step !== 'checking' && step !== 'joining'

export function createReservationStore(settings: Settings) {
  const kept = readBookingWish(settings.read(KEY))
  const store = createStore<ReservationStore>()((set, get) => ({
    ...FRESH,
    queued: kept,
    failure: kept && { code: 'unknown', message: null, lineId: kept.lineId },
    created: [],
    confirmed: [],
    ongoing: () => (get().step === null ? null : get().queued),
    unknown: () => (get().step === null ? get().queued : null),
    begin: queued => set({ ...FRESH, queued, step: 'checking' }),
    setStep: (requestId, step) => set(({ queued }) => (queued?.requestId === requestId ? { step } : {})),
    settle: (id, isConfirmed) =>
      set(({ created, confirmed }) => ({
        ...FRESH,
        current: id,
        created: isConfirmed ? without(created, id) : [...without(created, id), id],
        confirmed: isConfirmed ? [...without(confirmed, id), id] : without(confirmed, id),
      })),
    confirm: id =>
      set(({ created, confirmed }) =>
        created.includes(id) ? { created: without(created, id), confirmed: [...confirmed, id] } : {},
      ),
    failed: (lineId, problem) =>
      set(({ queued }) => ({
        queued: problem.code === 'unknown' ? queued : null,
        step: null,
        failure: { ...problem, lineId },
      })),
    forgive: () => set({ failure: null }),
    drop: id =>
      set(({ created, confirmed, current }) => ({
        created: without(created, id),
        confirmed: without(confirmed, id),
        current: current === id ? null : current,
      })),
    restart: () => set(FRESH),
    clear: () => set({ ...FRESH, created: [], confirmed: [] }),
  }))
  const wishOf = (state: ReservationState) => (isAskedFor(state) ? state.queued : null)
  store.subscribe((now, before) => {
    if (wishOf(now) !== wishOf(before)) settings.write(KEY, JSON.stringify(wishOf(now)))
  })
  return store
}

export const reservationStore = createReservationStore(browserSettings(() => sessionStorage))
export const useReservationStore = <Slice>(select: (state: ReservationStore) => Slice): Slice =>
  useStore(reservationStore, select)
