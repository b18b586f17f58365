import { useSyncExternalStore } from 'react'
import { DESKTOP_BREAKPOINT_PX } from '#contract/limits.ts'

const wide = window.matchMedia(`(min-width: ${DESKTOP_BREAKPOINT_PX}px)`)

function subscribe(onChange: () => void): () => void {
  wide.addEventListener('change', onChange)
  return () => wide.removeEventListener('change', onChange)
}

/** From 768 px the desktop view is shown (SHELL-01). */
export const useIsDesktop = (): boolean => useSyncExternalStore(subscribe, () => wide.matches)
