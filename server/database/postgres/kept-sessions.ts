import pg from 'pg'
import { DatabaseUnfit } from '../unfit.ts'
import { askInTime } from './ask-in-time.ts'

const PATIENCE_MS = 3_000
const PID = 'select pg_backend_pid() as pid'

const noSessions = (cause?: unknown) =>
  new DatabaseUnfit(
    'no-sessions',
    'a pooler stands before PostgreSQL and gives each transaction another connection: Numerito needs ' +
      'sessions that are kept (PgBouncer: pool_mode = session), or a DATABASE_URL that leads to PostgreSQL itself',
    { cause },
  )

/**
 * Whether a connection stays one. Statements are kept prepared, settings made and news heard (LISTEN) by
 * connection: behind a pooler that changes it with each transaction a server would look well, and phones
 * would hear of their call seconds late, or a statement would meet another's plan.
 */
export class KeptSessions {
  readonly #databaseUrl: string
  /** Once they were seen to be kept; a pooler that is new is looked at then. */
  #areKept = false

  constructor(databaseUrl: string) {
    this.#databaseUrl = databaseUrl
  }

  /**
   * @param pid what the server itself says it is
   * @throws DatabaseUnfit, where the connection changes under whoever holds it
   */
  async demand(client: pg.Client, pid: number): Promise<void> {
    // PostgreSQL names the process that answers as it lets somebody in; a pooler makes up a name of its own.
    const isDirect = (client as unknown as { processID: number | null }).processID === pid
    if (isDirect || this.#areKept) return
    await this.#look(client, pid)
    this.#areKept = true
  }

  /**
   * A transaction of somebody else's holds what was free last. Whoever has a session of their own notices
   * nothing of it; whoever has none comes by another way, or has to wait.
   */
  async #look(client: pg.Client, pid: number): Promise<void> {
    const other = new pg.Client({
      connectionString: this.#databaseUrl,
      connectionTimeoutMillis: PATIENCE_MS,
      application_name: 'numerito',
    })
    other.on('error', () => undefined)
    try {
      await other.connect()
      await begin(other)
      const [now] = await askInTime<{ pid: number }>(client, PID, PATIENCE_MS).catch((error: unknown) => {
        throw noSessions(error)
      })
      if (now?.pid !== pid) throw noSessions()
    } finally {
      void other.end().catch(() => undefined)
    }
  }
}

async function begin(other: pg.Client): Promise<void> {
  try {
    await askInTime(other, 'begin', PATIENCE_MS)
  } catch (error) {
    // It does not let anybody begin one: it gives each statement another connection.
    if (error instanceof pg.DatabaseError) throw noSessions(error)
    throw new DatabaseUnfit(
      'too-few-connections',
      'the pooler before PostgreSQL gave no second connection: each process of Numerito needs 11 of its own ' +
        '(PgBouncer: default_pool_size)',
      { cause: error },
    )
  }
}
