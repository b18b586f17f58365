import { isDeepStrictEqual } from 'node:util'

/** A row of a table that a load keeps in step: never deleted, only no longer active. */
export interface KeptRow {
  id: number
  active: boolean
}

export interface Comparison<Wanted> {
  added: Wanted[]
  changed: { id: number; wanted: Wanted }[]
  retired: number[]
}

/**
 * What has to be done to the rows that are there so that they say what is wanted. Rows are recognised by
 * their key, and a row that comes back is the one that went: so its id, and all that hangs on it, stays. Only
 * the columns that `wanted` names are compared.
 */
export function compareRows<Row extends KeptRow, Wanted extends Partial<Omit<Row, 'id'>> & { active: true }>(
  present: readonly Row[],
  wanted: readonly Wanted[],
  keyOf: (row: Row | Wanted) => string,
): Comparison<Wanted> {
  const presentByKey = new Map(present.map(row => [keyOf(row), row]))
  const comparison: Comparison<Wanted> = { added: [], changed: [], retired: [] }
  const named = new Set<number>()
  for (const row of wanted) {
    const before = presentByKey.get(keyOf(row))
    if (!before) {
      comparison.added.push(row)
      continue
    }
    named.add(before.id)
    const columns = Object.keys(row) as (keyof Wanted & keyof Row)[]
    // Deep, because jsonb gives keys back in an order of its own.
    if (columns.some(column => !isDeepStrictEqual(before[column], row[column]))) {
      comparison.changed.push({ id: before.id, wanted: row })
    }
  }
  comparison.retired = present.filter(row => row.active && !named.has(row.id)).map(row => row.id)
  return comparison
}

/** How many of one kind of thing a load touched. */
export interface Changes {
  added: number
  changed: number
  retired: number
}

export const countOf = ({ added, changed, retired }: Comparison<unknown>): Changes => ({
  added: added.length,
  changed: changed.length,
  retired: retired.length,
})
