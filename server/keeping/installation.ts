import type { Transaction } from 'kysely'
import * as v from 'valibot'
import type { Tables } from '#server/database/tables.ts'

/** How many rows of each table were read, by its name. */
export type Counts = Record<string, number>

/** What is said of an installation before its rows come. */
export const headSchema = v.object({
  /** Of the program whose database it is. */
  version: v.string(),
  /** Those that have run, in order: the form of the tables. */
  migrations: v.array(v.string()),
  taken_at: v.string(),
  /** Where it serves; null where that follows from the port. */
  origin: v.nullable(v.string()),
  /** By which its data is sealed, base64; null where nothing is sealed yet. */
  secret: v.nullable(v.string()),
})
export type Head = v.InferOutput<typeof headSchema>

export const sequencesSchema = v.array(v.object({ name: v.string(), last: v.string(), called: v.boolean() }))
export type SequenceStand = v.InferOutput<typeof sequencesSchema>[number]

/**
 * Takes an installation, piece by piece and in this order: the head; every table with its rows; where the
 * sequences stand; the end. Whoever reads waits until each piece is taken, so nothing piles up between a fast
 * reader and a slow taker.
 */
export interface InstallationTaker {
  head(head: Head): Promise<void>
  table(name: string, columns: readonly string[]): Promise<void>
  /**
   * Of the table named last. Each is a JSON array with a text for each column, as PostgreSQL itself words and
   * reads the value, or null: no value passes through a type of ours, so none is changed.
   */
  rows(rows: readonly string[]): Promise<void>
  sequences(stands: readonly SequenceStand[]): Promise<void>
  end(counts: Counts): Promise<void>
}

/** Has a taker take an installation. @param trx in which it is written */
export type Bring = (taker: InstallationTaker, trx: Transaction<Tables>) => Promise<void>

/** How far it is. */
export interface Progress {
  table: string
  rows: number
  bytes: number
}

/** Hands on all that comes, and tells after each piece how far it is. */
export function toldAbout(taker: InstallationTaker, tell: (progress: Progress) => void): InstallationTaker {
  const progress: Progress = { table: '', rows: 0, bytes: 0 }
  return {
    ...taker,
    async table(name, columns) {
      progress.table = name
      await taker.table(name, columns)
    },
    async rows(rows) {
      await taker.rows(rows)
      progress.rows += rows.length
      for (const row of rows) progress.bytes += row.length
      tell(progress)
    },
  }
}
