import { sql } from 'kysely'

/**
 * SQL over `m`: people are called to it. A clerk sits there, and does not rest: over their time too, for a
 * break ends by a press alone.
 */
export const isCalling = sql<boolean>`m.clerk_id is not null and m.break_until is null`

/**
 * SQL over `t`: the modulo to which it was transferred, and which alone calls it. Null once nobody is called
 * there: whoever waited for a clerk who rests or left would wait beside desks that have nobody to call.
 */
export const callingModulo = sql<number | null>`(
  select m.id from modulos m where m.id = t.for_modulo_id and ${isCalling}
)`
