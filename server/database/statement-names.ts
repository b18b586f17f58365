const KEPT = /^\s*(select|with|insert|update|delete)\b/i
const CHANGES_TABLES = /^\s*(create|alter|drop)\b/i
/** Whose columns are those that the table has at the moment: the columns of the kept plan may be others. */
const ALL_COLUMNS = /(\bselect|\bdistinct|\breturning|,|\.)\s*\*/i

/**
 * Gives each SQL text a name under which a session keeps it parsed and planned: on the embedded database that
 * is most of what a look-up by key costs (80 µs; 13 µs without), on PostgreSQL most of what taking a number
 * costs. Texts beyond the first `most` go unnamed, so that lists of varying length cannot fill the memory of
 * every session.
 *
 * A plan kept from before a migration may give other columns than the one who prepared it was promised; the
 * database then refuses it. What changes a table and passes here gives every text a new name. What another
 * process changes is noticed by the refusal: see `isOutdatedPlan` and `renew`.
 */
export class StatementNames {
  readonly #most: number
  readonly #names = new Map<string, string>()
  #given = 0

  /** @param most statements that each session keeps; each holds some kilobytes of the database's memory */
  constructor(most: number) {
    this.#most = most
  }

  /**
   * @param inTransaction A refusal there ends the transaction, and the statement cannot be tried again: a
   * text whose columns follow the table gets no name.
   */
  nameOf(text: string, inTransaction: boolean): string | undefined {
    if (inTransaction && ALL_COLUMNS.test(text)) return undefined
    const known = this.#names.get(text)
    if (known !== undefined) return known
    if (CHANGES_TABLES.test(text)) this.renew()
    if (!KEPT.test(text) || this.#names.size >= this.#most) return undefined
    this.#given += 1
    const name = `s${this.#given}`
    this.#names.set(text, name)
    return name
  }

  /** No plan made until now is used again. What sessions keep of them goes with the sessions. */
  renew(): void {
    this.#names.clear()
  }
}
