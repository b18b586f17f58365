import type { Database } from '#server/database/database.ts'
import type { InstallationTaker, SequenceStand } from '#server/keeping/installation.ts'
import { readInstallation } from '#server/keeping/read-installation.ts'

export interface InstallationCopy {
  migrations: readonly string[]
  /** By table: its columns, and its rows in one order. */
  tables: Record<string, { columns: readonly string[]; rows: string[] }>
  sequences: readonly SequenceStand[]
}

export const ABOUT = { version: '0.0.0', taken_at: '2026-11-21T15:00:00Z', origin: null, secret: null }

/** All that an installation keeps, to be held against another's. */
export async function copyOf(database: Database): Promise<InstallationCopy> {
  const copy: InstallationCopy = { migrations: [], tables: {}, sequences: [] }
  let rows: string[] = []
  const taker: InstallationTaker = {
    async head({ migrations }) {
      copy.migrations = migrations
    },
    async table(name, columns) {
      rows = []
      copy.tables[name] = { columns, rows }
    },
    async rows(more) {
      rows.push(...more)
    },
    async sequences(stands) {
      copy.sequences = stands
    },
    async end() {},
  }
  await readInstallation(database, ABOUT, taker)
  for (const table of Object.values(copy.tables)) table.rows.sort()
  return copy
}
