/** Whoever waits for a lock of the connection that asks: other tests use the same cluster. */
export const WAITS_FOR_US =
  'select from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))'
