import { sql } from 'kysely'

/**
 * SQL: how the ticket `t` stands before a call that is not its first: missed, aside, or waiting again. It is
 * kept until the call can no longer be taken back. Before a first call every number stands alike.
 */
export const beforeCall = sql`case when t.calls > 0 then jsonb_build_object(
  'state', t.state, 'called_at', t.called_at, 'first_called_at', t.first_called_at, 'ended_at', t.ended_at,
  'modulo_id', t.modulo_id, 'clerk_id', t.clerk_id, 'calls', t.calls
) end`

/**
 * SQL, within an update of the ticket `t`: when it was called for the first time stays, of one that is called
 * once more from where it is, or waits again. Figures of the wait are of that call.
 */
export const calledAgain = sql`first_called_at = coalesce(t.first_called_at, t.called_at)`
