import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { NotificationPreferences } from '#contract/rest/login.ts'
import { DEFAULT_PREFERENCES } from '#src/domain/default-preferences.ts'
import type { PreferencesPort } from '#src/flows/flow-context.ts'

/** The notification preferences of site web (PROF-02). */
export interface PreferencesStore extends PreferencesPort {
  status: 'idle' | 'loading' | 'loaded' | 'error'
  /** The defaults until they are loaded, and when they cannot be. */
  preferences: NotificationPreferences
}

export const createPreferencesStore = () =>
  createStore<PreferencesStore>()((set, get) => ({
    status: 'idle',
    preferences: DEFAULT_PREFERENCES,
    current: () => get().preferences,
    areKnown: () => get().status === 'loaded',
    setLoading: () => set({ status: 'loading' }),
    setLoaded: preferences => set({ status: 'loaded', preferences }),
    setFailed: () => set({ status: 'error', preferences: DEFAULT_PREFERENCES }),
    reset: () => set({ status: 'idle', preferences: DEFAULT_PREFERENCES }),
  }))

export const preferencesStore = createPreferencesStore()
export const usePreferences = <Slice>(select: (state: PreferencesStore) => Slice): Slice =>
  useStore(preferencesStore, select)
