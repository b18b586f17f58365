import type { Migration } from 'kysely/migration'
import * as firstNumber from './0001-first-number.ts'

/** In order, and append-only: a migration that has shipped is never edited. */
export const migrations: Record<string, Migration> = {
  '0001-first-number': firstNumber,
}
