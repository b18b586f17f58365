import { sql } from 'kysely'

/**
 * SQL: how the ticket `t` stands before it is called from where nobody calls by turn. Kept until the call can
 * no longer be taken back.
 */
export const asItStands = sql`jsonb_build_object(
  'state', t.state, 'called_at', t.called_at, 'ended_at', t.ended_at, 'modulo_id', t.modulo_id,
  'clerk_id', t.clerk_id, 'calls', t.calls
)`
