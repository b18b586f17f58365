import type { IconName } from '../icon-paths.ts'

/** One destination; the same list is drawn by `BottomNav` and by `NavRail`. */
export interface NavItem {
  href: string
  icon: IconName
  label: string
  current: boolean
  /** How many wait there, and in words for those who cannot see the dot. */
  badge?: { count: number; label: string }
}
