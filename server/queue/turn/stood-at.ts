import { sql } from 'kysely'

/** SQL over `m`: somebody was called to this modulo, came or not, and nobody has said what became of them. */
export const isStoodAt = sql<boolean>`exists (
  select from tickets t where t.modulo_id = m.id and t.state = 'called'
)`
