import type { FirstIconName } from '../icon-paths.ts'

/** One destination; the same list is drawn by `BottomNav` and by `NavRail`. */
export interface NavItem {
  href: string
  icon: FirstIconName
  label: string
  current: boolean
  /** How many wait there, and in words for those who cannot see the dot. */
  badge?: { count: number; label: string }
}
