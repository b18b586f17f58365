import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { PushSwitchPort, PushSwitchState } from '#src/flows/flow-context.ts'
import { switchStateOf } from '#src/flows/push/switch-state-of.ts'
import { pushDoorState } from '#src/platform/push-door-state.ts'

/** The switch "Avísame aunque bloquee el teléfono", in its true state. */
export interface PushStore extends PushSwitchPort {
  state: PushSwitchState
  /**
   * For `unconfirmed`: when the server last said that it would ring, milliseconds; null where nobody knows.
   */
  knownAt: number | null
  /** Being switched this moment. */
  isWorking: boolean
}

export const createPushStore = (first: PushSwitchState = 'off') =>
  createStore<PushStore>()(set => ({
    state: first,
    knownAt: null,
    isWorking: false,
    setWorking: () => set({ isWorking: true }),
    setState: (state, knownAt = null) => set({ state, knownAt, isWorking: false }),
  }))

/** Said before anything is drawn: the lines that it takes must not push others away later. */
export const pushStore = createPushStore(switchStateOf(pushDoorState(globalThis)))
export const usePush = <Slice>(select: (state: PushStore) => Slice): Slice => useStore(pushStore, select)
