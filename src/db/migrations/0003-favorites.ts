import type { Migration } from './migration.ts'

/** Offices and lines that somebody keeps. */
export const favorites: Migration = {
  version: 3,
  stores: { favorites: 'key' },
}
