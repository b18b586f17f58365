/** Statements kept parsed and planned. Each holds some kilobytes of the database's memory. */
const MOST = 500
const CHANGES_TABLES = /^\s*(create|alter|drop)\b/i

/**
 * Gives each SQL text a name under which the embedded database keeps it parsed and planned: parsing and planning are
 * most of what a look-up by key costs there (80 µs; 13 µs without them). Texts beyond the first `MOST` go unnamed, so
 * that lists of varying length cannot fill the memory.
 *
 * Only where one session runs everything: whatever changes a table passes here too, and then every text gets a new
 * name. Elsewhere a plan kept from before a migration would fail with "cached plan must not change result type".
 */
export class StatementNames {
  readonly #names = new Map<string, string>()
  #given = 0

  nameOf(sql: string): string | undefined {
    const known = this.#names.get(sql)
    if (known !== undefined) return known
    if (CHANGES_TABLES.test(sql)) {
      this.#names.clear()
      return undefined
    }
    if (this.#names.size >= MOST) return undefined
    this.#given += 1
    const name = `s${this.#given}`
    this.#names.set(sql, name)
    return name
  }
}
