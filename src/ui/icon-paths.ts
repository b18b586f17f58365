import type { LATE_ICON_PATHS } from './late-icon-paths.ts'

/**
 * Every icon is one path, drawn by a 2-unit line on a 24-unit square, so that a word and its sign weigh the
 * same. These are painted first; the others (`late-icon-paths.ts`) are no part of the first download.
 */
export const FIRST_ICON_PATHS = {
  chevron: 'M9 5l7 7-7 7',
  close: 'M6 6l12 12M18 6L6 18',
  heart: 'M12 20.5S3.5 15.5 3.5 9A4.6 4.6 0 0 1 12 6.7 4.6 4.6 0 0 1 20.5 9C20.5 15.5 12 20.5 12 20.5z',
  home: 'M3 10.5L12 3l9 7.5V20a1 1 0 0 1-1 1h-5v-6H9v6H4a1 1 0 0 1-1-1z',
  pass: 'M5 12h14M13 6l6 6-6 6',
  refresh: 'M20 4v5h-5M19.4 9A8 8 0 1 0 20 13',
  search: 'M4 11a7 7 0 1 0 14 0 7 7 0 1 0-14 0M20 20l-4-4',
  ticket:
    'M3 9V6a1 1 0 0 1 1-1h16a1 1 0 0 1 1 1v3a3 3 0 0 0 0 6v3a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1v-3a3 3 0 0 0 0-6zM14 8.5v.5M14 12v.01M14 15v.5',
  user: 'M8 8a4 4 0 1 0 8 0 4 4 0 1 0-8 0M4 21c1-4.5 4-6 8-6s7 1.5 8 6',
  warning: 'M12 4L2.5 20h19zM12 10v4M12 17h.01',
} as const

export type FirstIconName = keyof typeof FIRST_ICON_PATHS
export type IconName = FirstIconName | keyof typeof LATE_ICON_PATHS
