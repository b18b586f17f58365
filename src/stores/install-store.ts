import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'

/** The browser's own offer to install, in its own words. */
export interface InstallOffer {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>
}

/** Whether the application can be put on the home screen from here (OFFL-01). */
export interface InstallStore {
  /** Kept until the person asks for it; null where the browser made none. */
  offer: InstallOffer | null
  isInstalled: boolean
  setOffer(offer: InstallOffer | null): void
  setInstalled(): void
}

const createInstallStore = (isInstalled = false) =>
  createStore<InstallStore>()(set => ({
    offer: null,
    isInstalled,
    setOffer: offer => set({ offer }),
    setInstalled: () => set({ isInstalled: true, offer: null }),
  }))

export const installStore = createInstallStore(globalThis.matchMedia?.('(display-mode: standalone)').matches)
export const useInstall = <Slice>(select: (state: InstallStore) => Slice): Slice =>
  useStore(installStore, select)
