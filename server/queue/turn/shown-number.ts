import { type RawBuilder, sql } from 'kysely'

/**
 * The number as it is shown, in SQL: what displayedNumber of the contract says, where the number is not yet
 * known. A reservation is called by its code, which stands in its ticket's prefix.
 */
export function shownNumber(prefix: RawBuilder<unknown>, number: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`(${prefix} || coalesce(lpad(${number}::text, greatest(3, length(${number}::text)), '0'), ''))`
}
