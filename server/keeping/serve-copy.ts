import { sql } from 'kysely'
import type { Database } from '#server/database/database.ts'

/** Keeps the log that a copy needs from being tidied away, checkpoints or not. Temporary: a crash ends it. */
const SLOT = 'numerito_backup'

/** What the two ends of a copy say to each other, a line each. */
export const COPY_WORDS = { begun: 'begun', copied: 'copied', busy: 'busy' } as const

/**
 * Has the files of the embedded database copied by another process while people go on taking numbers: it has
 * one session, so that reading it out as it stands in one moment would keep everybody waiting. What is copied
 * meanwhile is torn; with the log from the beginning to the end of the copy PostgreSQL makes it whole again,
 * as it does with its own base backups.
 *
 * Says that the copy may begin; hears that the files are copied, and says the label that goes with them;
 * then the log is copied, until the other one hangs up. Whoever hangs up earlier leaves nothing behind.
 */
export function createCopyHost({ db }: Pick<Database, 'db'>) {
  let isBusy = false

  async function copy(heard: AsyncIterator<string>, say: (line: string) => void): Promise<void> {
    await sql`select pg_create_physical_replication_slot(${SLOT}, true, true)`.execute(db)
    try {
      await sql`select pg_backup_start(${SLOT}, true)`.execute(db)
      let label = ''
      let isCopied = false
      try {
        say(COPY_WORDS.begun)
        isCopied = (await heard.next()).value === COPY_WORDS.copied
      } finally {
        const { rows } = await sql<{ label: string }>`
          select labelfile as label from pg_backup_stop(false)`.execute(db)
        label = rows[0]?.label ?? ''
      }
      if (!isCopied) return
      say(JSON.stringify(label))
      await heard.next()
    } finally {
      await sql`select pg_drop_replication_slot(${SLOT})`.execute(db)
    }
  }

  return async (heard: AsyncIterator<string>, say: (line: string) => void): Promise<void> => {
    if (isBusy) return say(COPY_WORDS.busy)
    isBusy = true
    try {
      await copy(heard, say)
    } finally {
      isBusy = false
    }
  }
}
