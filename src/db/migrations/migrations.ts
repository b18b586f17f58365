import { receipts } from './0001-receipts.ts'
import { favorites } from './0003-favorites.ts'
import { reservations } from './0002-reservations.ts'
import type { Migration } from './migration.ts'

/** Every version that ever shipped, oldest first. Only ever added to. */
export const MIGRATIONS: readonly Migration[] = [receipts, reservations, favorites]
