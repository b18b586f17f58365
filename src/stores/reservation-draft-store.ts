import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { draftAfter, EMPTY_DRAFT, type ReservationDraft, readDrafts } from '#src/domain/reservation-draft.ts'
import type { ReservationDraftsPort } from '#src/flows/flow-context.ts'
import { browserSettings, type Settings } from '#src/platform/settings.ts'

/**
 * What the wizard was told, by line id. It lives as long as its tab: a reload keeps it, and no answer of a
 * person is left on a device that others use.
 */
export interface ReservationDraftStore extends ReservationDraftsPort {
  drafts: Readonly<Record<number, ReservationDraft>>
  change(lineId: number, change: Partial<ReservationDraft>): void
}

const KEY = 'reservation-drafts'

const changeEach = (
  drafts: Readonly<Record<number, ReservationDraft>>,
  into: (draft: ReservationDraft) => ReservationDraft[],
) =>
  Object.fromEntries(Object.entries(drafts).flatMap(([line, draft]) => into(draft).map(kept => [line, kept])))

export function createReservationDraftStore(settings: Settings) {
  return createStore<ReservationDraftStore>()((set, get) => {
    const write = (drafts: Record<number, ReservationDraft>) => {
      settings.write(KEY, JSON.stringify(drafts))
      set({ drafts })
    }
    return {
      drafts: readDrafts(settings.read(KEY)),
      change(lineId, change) {
        const { drafts } = get()
        write({ ...drafts, [lineId]: draftAfter(drafts[lineId] ?? EMPTY_DRAFT, change) })
      },
      forget(lineId) {
        const { [lineId]: _, ...others } = get().drafts
        write(others)
      },
      leftBy(userId) {
        const left = ({ leftBy, ...draft }: ReservationDraft) => ({ ...draft, leftBy: leftBy ?? userId })
        write(changeEach(get().drafts, draft => [left(draft)]))
      },
      keepFor(userId) {
        const isOthers = ({ leftBy }: ReservationDraft) => leftBy !== null && leftBy !== userId
        write(changeEach(get().drafts, draft => (isOthers(draft) ? [] : [draft])))
      },
      clear: () => write({}),
    }
  })
}

export const reservationDraftStore = createReservationDraftStore(browserSettings(() => sessionStorage))
export const useReservationDraft = (lineId: number): ReservationDraft =>
  useStore(reservationDraftStore, ({ drafts }) => drafts[lineId] ?? EMPTY_DRAFT)
