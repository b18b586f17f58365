import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import { KNOWN_FLAGS, type KnownFlag } from '#contract/known-flags.ts'
import type { FlagList } from '#contract/rest/flags.ts'
import type { FlagsPort } from '#src/flows/flow-context.ts'

export type Flag = FlagList['toggles'][number]

/** The feature flags as last known (SHELL-08). */
export interface FlagsStore extends FlagsPort {
  /** By name; null before anything is known. */
  flags: Readonly<Record<string, Flag>> | null
}

export const createFlagsStore = () =>
  createStore<FlagsStore>()((set, get) => ({
    flags: null,
    areKnown: () => get().flags !== null,
    setFlags: toggles => set({ flags: Object.fromEntries(toggles.map(flag => [flag.name, flag])) }),
  }))

export const flagsStore = createFlagsStore()

/**
 * Whether a flag is on; as the contract says while nothing is known of it: at a first start, or without a
 * network.
 */
export const useFlag = (name: KnownFlag): boolean =>
  useStore(flagsStore, ({ flags }) => flags?.[name]?.enabled ?? KNOWN_FLAGS[name])
