import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

/** A new version waits until the person agrees (OFFL-04). */
export interface UpdateStore {
  /** Lets it take over and loads the page anew; null while there is none. */
  accept: (() => void) | null
  offer(accept: () => void): void
}

const createUpdateStore = () =>
  createStore<UpdateStore>()(set => ({ accept: null, offer: accept => set({ accept }) }))

export const updateStore = createUpdateStore()
export const useUpdate = <Slice>(select: (state: UpdateStore) => Slice): Slice =>
  useStore(updateStore, select)
