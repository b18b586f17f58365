import { useSyncExternalStore } from 'react'
import type { Told } from '#src/meet/told.ts'

/** What stands there now, drawn anew when it changes. */
export const useTold = <State extends object>(told: Told<State>): State =>
  useSyncExternalStore(told.subscribe, told.getState)
