import { type RawBuilder, sql } from 'kysely'

/**
 * An id as somebody asked for it. Rows have ids of four bytes, and PostgreSQL refuses to read a greater
 * number as one: compared as eight bytes it simply is no row's, which is the answer that is wanted.
 */
export const askedId = (id: number): RawBuilder<number> => sql<number>`${id}::bigint`
