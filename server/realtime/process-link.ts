import type { Database } from '#server/database/database.ts'
import type { Timers } from '#server/platform/timers.ts'

const CHANNEL = 'numerito_news'
/**
 * Offices with news are gathered this long, then said in one message: NOTIFY takes a lock that every commit
 * shares.
 */
const GATHER_MS = 15
/** A message holds at most 8,000 bytes. */
const OFFICES_PER_MESSAGE = 500

export interface ProcessLink {
  /** Says to the other processes that an office has new facts. They read them from the log. */
  say(officeId: number): void
  close(): Promise<void>
}

/**
 * The other processes on the same database, by LISTEN/NOTIFY outside the hot transaction. It may lose a
 * message (a process that dies after its commit): whoever listens also looks at the log from time to time.
 */
export async function openProcessLink(options: {
  database: Database
  timers: Timers
  /** This process, so that it does not hear itself. */
  processId: string
  onNews: (officeIds: readonly number[]) => void
  /** The connection was broken: any office may have news. */
  onGap: () => void
  onFault: (error: unknown) => void
}): Promise<ProcessLink> {
  const { database, timers, processId, onNews, onFault } = options
  if (database.kind === 'embedded') return { say: () => {}, close: async () => {} }

  const unlisten = await database.listen(
    CHANNEL,
    payload => {
      const [from, said = ''] = payload.split(' ')
      if (from !== processId) onNews(said.split(',').map(Number))
    },
    options.onGap,
  )
  let gathered = new Set<number>()
  let takeBack: (() => void) | null = null

  function flush(): void {
    takeBack = null
    const ids = [...gathered]
    gathered = new Set()
    for (let start = 0; start < ids.length; start += OFFICES_PER_MESSAGE) {
      const part = ids.slice(start, start + OFFICES_PER_MESSAGE)
      database.notify(CHANNEL, `${processId} ${part.join(',')}`).catch(onFault)
    }
  }

  return {
    say(officeId) {
      gathered.add(officeId)
      takeBack ??= timers.after(GATHER_MS, flush)
    },
    async close() {
      takeBack?.()
      await unlisten()
    },
  }
}
