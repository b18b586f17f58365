import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { FailureCode } from '#src/domain/failure-codes.ts'
import type { FavoritesPort } from '#src/flows/flow-context.ts'

/**
 * Whether the favourites of somebody with an account are known here: loading, then loaded or error (FAV-01).
 * What they are, the database says.
 */
export interface FavoritesStore extends FavoritesPort {
  status: 'idle' | 'loading' | 'loaded' | 'error'
  /** Why they could not be had, by code, or null. */
  error: FailureCode | null
}

export const createFavoritesStore = () =>
  createStore<FavoritesStore>()(set => ({
    status: 'idle',
    error: null,
    setLoading: () => set({ status: 'loading', error: null }),
    setLoaded: () => set({ status: 'loaded', error: null }),
    setFailed: error => set({ status: 'error', error }),
    reset: () => set({ status: 'idle', error: null }),
  }))

export const favoritesStore = createFavoritesStore()
export const useFavoritesState = <Slice>(select: (state: FavoritesStore) => Slice): Slice =>
  useStore(favoritesStore, select)
