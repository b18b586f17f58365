import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { PushSwitchState } from '#src/flows/flow-context.ts'

/** The switch "Avísame aunque bloquee el teléfono", in its true state. */
export interface PushStore {
  state: PushSwitchState
  /** Being switched this moment. */
  isWorking: boolean
  setWorking(): void
  setState(state: PushSwitchState): void
}

export const createPushStore = () =>
  createStore<PushStore>()(set => ({
    state: 'off',
    isWorking: false,
    setWorking: () => set({ isWorking: true }),
    setState: state => set({ state, isWorking: false }),
  }))

export const pushStore = createPushStore()
export const usePush = <Slice>(select: (state: PushStore) => Slice): Slice => useStore(pushStore, select)
