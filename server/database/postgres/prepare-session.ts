import type pg from 'pg'
import { DatabaseUnfit } from '../unfit.ts'
import { askInTime } from './ask-in-time.ts'
import type { KeptSessions } from './kept-sessions.ts'

const OLDEST_VERSION = 15
/**
 * A transaction that its process forgot about would otherwise keep its rows locked: nobody could take a
 * number.
 */
const IDLE_IN_TRANSACTION_MS = 30_000
/** What the embedded database has by itself; a server may have been set up otherwise. */
const SESSION = `
  set time zone 'UTC';
  set datestyle to 'ISO, YMD';
  set intervalstyle to 'postgres';
  set idle_in_transaction_session_timeout to ${IDLE_IN_TRANSACTION_MS}`

const ASKED = `
  select current_setting('server_version_num')::int / 10000 as version, getdatabaseencoding() as encoding,
    pg_is_in_recovery() as standby, pg_backend_pid() as pid`

interface ServerSays {
  version: number
  encoding: string
  standby: boolean
}

/** Why such a server will not do; null where it does. */
export function faultOfServer({ version, encoding, standby }: ServerSays): DatabaseUnfit | null {
  if (version < OLDEST_VERSION)
    return new DatabaseUnfit(
      'too-old',
      `this is PostgreSQL ${version}, which is too old: Numerito needs ${OLDEST_VERSION} or later`,
    )
  if (encoding !== 'UTF8')
    return new DatabaseUnfit('encoding', `the database is encoded as ${encoding}; it has to be UTF8`)
  // It may be behind: whoever has just taken a number would read that they have none.
  if (standby)
    return new DatabaseUnfit(
      'standby',
      'this PostgreSQL is a standby, which lets nothing be written: DATABASE_URL must lead to the primary',
    )
  return null
}

/**
 * Makes a connection that was just opened what all others are.
 * @param patience in milliseconds: a pooler lets in whom it has no connection for
 * @throws DatabaseUnfit
 */
export async function prepareSession(
  client: pg.Client,
  sessions: KeptSessions,
  patience: number,
): Promise<void> {
  const [says] = await askInTime<ServerSays & { pid: number }>(client, ASKED, patience)
  if (!says) throw new Error('the database says nothing of itself')
  const fault = faultOfServer(says)
  if (fault) throw fault
  await sessions.demand(client, says.pid)
  await askInTime(client, SESSION, patience)
}
