/** PostgreSQL: whoever waits for a lock of the connection that asks, in a cluster that other tests use as well. */
export const WAITS_FOR_US =
  'select from pg_locks where not granted and pg_backend_pid() = any(pg_blocking_pids(pid))'
