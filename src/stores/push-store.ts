import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { PushSwitchState } from '#src/flows/flow-context.ts'

/** The switch "Avísame aunque bloquee el teléfono", in its true state. */
export interface PushStore {
  state: PushSwitchState
  /**
   * For `unconfirmed`: when the server last said that it would ring, milliseconds; null where nobody knows.
   */
  knownAt: number | null
  /** Being switched this moment. */
  isWorking: boolean
  setWorking(): void
  setState(state: PushSwitchState, knownAt?: number | null): void
}

export const createPushStore = () =>
  createStore<PushStore>()(set => ({
    state: 'off',
    knownAt: null,
    isWorking: false,
    setWorking: () => set({ isWorking: true }),
    setState: (state, knownAt = null) => set({ state, knownAt, isWorking: false }),
  }))

export const pushStore = createPushStore()
export const usePush = <Slice>(select: (state: PushStore) => Slice): Slice => useStore(pushStore, select)
