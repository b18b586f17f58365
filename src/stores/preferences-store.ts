import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { NotificationPreferences } from '#contract/rest/login.ts'
import { DEFAULT_PREFERENCES } from '#src/domain/default-preferences.ts'

/** The notification preferences of site web (PROF-02). */
export interface PreferencesStore {
  status: 'idle' | 'loading' | 'loaded' | 'error'
  /** The defaults until they are loaded, and when they cannot be. */
  preferences: NotificationPreferences
  setLoading(): void
  setLoaded(preferences: NotificationPreferences): void
  setFailed(): void
  reset(): void
}

export const createPreferencesStore = () =>
  createStore<PreferencesStore>()(set => ({
    status: 'idle',
    preferences: DEFAULT_PREFERENCES,
    setLoading: () => set({ status: 'loading' }),
    setLoaded: preferences => set({ status: 'loaded', preferences }),
    setFailed: () => set({ status: 'error', preferences: DEFAULT_PREFERENCES }),
    reset: () => set({ status: 'idle', preferences: DEFAULT_PREFERENCES }),
  }))

export const preferencesStore = createPreferencesStore()
export const usePreferences = <Slice>(select: (state: PreferencesStore) => Slice): Slice =>
  useStore(preferencesStore, select)
