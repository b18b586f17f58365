import type { Database } from '#server/database/database.ts'
import type { Timers } from '#server/platform/timers.ts'
import type { Caller } from '#server/web/caller.ts'

/** Where the database itself says which session ended, with the commit that ended it. */
const CHANNEL = 'numerito_session_ends'
/** A word of the database may be lost with its connection: what nobody heard of is found within this. */
const LOOK_MS = 30_000
const IDS_PER_LOOK = 1_000

/** By what the sockets of a caller are found again; null for nobody. */
export function callerKey(caller: Caller): string | null {
  if (caller.kind === 'guest') return null
  if (caller.kind === 'device' || caller.kind === 'machine') return `link:${caller.link_id}`
  return caller.kind === 'user' ? `user:${caller.user_id}` : `clerk:${caller.clerk_id}`
}

export interface SessionEndsOptions {
  database: Database
  timers: Timers
  /** Of every socket that is open on this process. */
  callers(): Caller[]
  /** Which of these sessions are open. */
  openSessions(ids: readonly string[]): Promise<ReadonlyMap<string, true>>
  /** Closes the sockets of a session. */
  close(key: string, sessionId: string): void
  onFault(error: unknown): void
}

/** Closes the sockets of sessions that end, whoever ends them and on whatever process. */
export async function watchSessionEnds(options: SessionEndsOptions): Promise<{ close(): Promise<void> }> {
  const { database, timers, callers, openSessions, close, onFault } = options

  async function look(): Promise<void> {
    const keys = new Map<string, string>()
    for (const caller of callers()) {
      const key = callerKey(caller)
      if (caller.kind !== 'guest' && key !== null) keys.set(caller.session_id, key)
    }
    const ids = [...keys.keys()]
    for (let start = 0; start < ids.length; start += IDS_PER_LOOK) {
      const part = ids.slice(start, start + IDS_PER_LOOK)
      const open = await openSessions(part)
      for (const id of part) if (!open.has(id)) close(keys.get(id) ?? '', id)
    }
  }
  const lookAround = () => void look().catch(onFault)

  const unlisten = await database.listen(
    CHANNEL,
    payload => {
      const [key = '', sessionId = ''] = payload.split(' ')
      close(key, sessionId)
    },
    lookAround,
  )
  const stop = timers.every(LOOK_MS, lookAround)
  return {
    async close() {
      stop()
      await unlisten()
    },
  }
}
