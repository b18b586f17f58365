import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { TakingStep } from '#src/flows/flow-context.ts'

/**
 * The ticket that is being taken. @see specification §4 "New ticket", rule TKT-02
 */
export interface NewTicketState {
  isOngoing: boolean
  /** True after success, but not for a temporary user: their card says what they must not lose instead. */
  didFinish: boolean
  step: TakingStep | null
  /** Which line, and by which request: a repeat of it gives the same ticket. */
  wish: { officeSlug: string; lineId: number; requestId: string } | null
  /** The ticket, for either kind of user. */
  tuid: string | null
  /** Why there is none. `unknown`: it may have worked, and must be repeated with the same request. */
  failure: { code: string; message: string | null } | null
}

export interface NewTicketStore extends NewTicketState {
  begin(wish: NonNullable<NewTicketState['wish']>): void
  setStep(step: TakingStep): void
  taken(tuid: string, temporal: boolean): void
  failed(failure: NonNullable<NewTicketState['failure']>): void
  /** Back to the beginning: isOngoing false, didFinish false. */
  restart(): void
}

const FRESH: NewTicketState = {
  isOngoing: false,
  didFinish: false,
  step: null,
  wish: null,
  tuid: null,
  failure: null,
}

export const createNewTicketStore = () =>
  createStore<NewTicketStore>()(set => ({
    ...FRESH,
    begin: wish => set({ ...FRESH, isOngoing: true, step: 'checking', wish }),
    setStep: step => set({ step }),
    taken: (tuid, temporal) => set({ isOngoing: false, step: null, didFinish: !temporal, tuid }),
    failed: failure => set({ isOngoing: false, step: null, failure }),
    restart: () => set(FRESH),
  }))

export const newTicketStore = createNewTicketStore()
export const useNewTicket = <Slice>(select: (state: NewTicketStore) => Slice): Slice =>
  useStore(newTicketStore, select)
