import { useSyncExternalStore } from 'react'

let standing: HTMLElement | null = null
const hearers = new Set<() => void>()

function become(dialog: HTMLElement | null): void {
  standing = dialog
  for (const hear of hearers) hear()
}

/** From now on a modal dialog fills the window. @returns what says that it does so no more */
export function fillWindow(dialog: HTMLElement): () => void {
  become(dialog)
  return () => become(null)
}

const subscribe = (hear: () => void) => {
  hearers.add(hear)
  return () => void hearers.delete(hear)
}

/**
 * The dialog that fills the window, or null. The rest of the page lies under it, is not read aloud and cannot
 * be pressed: what has to be seen over everything is drawn inside it.
 */
export const useWindowDialog = (): HTMLElement | null => useSyncExternalStore(subscribe, () => standing)
