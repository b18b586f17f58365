import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { mayBeGiven, readTakingWishes, type TakingWish } from '#src/domain/taking-wishes.ts'
import type { NewTicketPort, TakingProblem, TakingStep } from '#src/flows/flow-context.ts'
import { browserSettings, type Settings } from '#src/platform/settings.ts'

/** A number that is being taken in one line. @see specification §4 "New ticket", rule TKT-02 */
export interface NewTicket {
  isOngoing: boolean
  /** True after success, but not for a temporary user: their card says what they must not lose instead. */
  didFinish: boolean
  step: TakingStep | null
  /** By which request: a repeat of it gives the same ticket. */
  wish: TakingWish | null
  /** The ticket, for either kind of user. */
  tuid: string | null
  /** Why there is none. `unknown`: it may have worked, and must be repeated with the same request. */
  failure: TakingProblem | null
}

/**
 * The numbers that are being taken, by line id: whoever leaves the screen meanwhile and comes back finds
 * theirs as it stands. What has been asked for is kept as long as the tab is, until it is known what became
 * of it: a reload in the middle repeats the request, and does not make another.
 */
export interface NewTicketStore extends NewTicketPort {
  tickets: Readonly<Record<number, NewTicket>>
  /** Back to the beginning: isOngoing false, didFinish false. */
  restart(lineId: number): void
}

const KEY = 'numbers-asked-for'

const FRESH: NewTicket = {
  isOngoing: false,
  didFinish: false,
  step: null,
  wish: null,
  tuid: null,
  failure: null,
}

const isUnknown = ({ failure }: NewTicket) => mayBeGiven(failure?.code)
/** From here on nobody but the server knows whether there is a number. */
const isAskedFor = (ticket: NewTicket) =>
  ticket.step === 'asking' || ticket.step === 'confirming' || isUnknown(ticket)
const asUnknown = (wish: TakingWish): NewTicket => ({
  ...FRESH,
  wish,
  failure: { code: 'unknown', message: null },
})

export function createNewTicketStore(settings: Settings) {
  return createStore<NewTicketStore>()((set, get) => {
    let kept = settings.read(KEY) ?? '[]'
    const write = (tickets: Record<number, NewTicket>) => {
      const wishes = Object.values(tickets).flatMap(ticket => (isAskedFor(ticket) ? [ticket.wish] : []))
      const text = JSON.stringify(wishes)
      if (text !== kept) settings.write(KEY, text)
      kept = text
      set({ tickets })
    }
    const wishes = (which: (ticket: NewTicket) => boolean) =>
      Object.values(get().tickets).flatMap(ticket => (ticket.wish && which(ticket) ? [ticket.wish] : []))
    const change = (lineId: number, patch: Partial<NewTicket>) => {
      const { tickets } = get()
      write({ ...tickets, [lineId]: { ...(tickets[lineId] ?? FRESH), ...patch } })
    }
    return {
      tickets: Object.fromEntries(readTakingWishes(kept).map(wish => [wish.lineId, asUnknown(wish)])),
      ongoing: () => wishes(ticket => ticket.isOngoing),
      unknown: () => wishes(isUnknown),
      begin: wish => change(wish.lineId, { ...FRESH, isOngoing: true, step: 'checking', wish }),
      setStep: (lineId, step) => change(lineId, { step }),
      taken: (lineId, tuid, temporal) =>
        change(lineId, { isOngoing: false, step: null, didFinish: !temporal, tuid, failure: null }),
      failed: (lineId, failure) => change(lineId, { isOngoing: false, step: null, failure }),
      restart: lineId => change(lineId, FRESH),
      clear: () => write({}),
    }
  })
}

export const newTicketStore = createNewTicketStore(browserSettings(() => sessionStorage))
/** The same object for as long as nothing happens to it. */
export const useNewTicket = (lineId: number): NewTicket =>
  useStore(newTicketStore, ({ tickets }) => tickets[lineId] ?? FRESH)
