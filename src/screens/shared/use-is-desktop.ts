import { DESKTOP_BREAKPOINT_PX } from '#contract/limits.ts'
import { useMedia } from './use-media.ts'

const wide = window.matchMedia(`(min-width: ${DESKTOP_BREAKPOINT_PX}px)`)

/** From 768 px the desktop view is shown (SHELL-01). */
export const useIsDesktop = (): boolean => useMedia(wide)
