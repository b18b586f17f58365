import type { DatabaseOptions } from '#server/database/database.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { sql } from 'kysely'

/** What the writer is started with, as JSON in its first argument. */
export interface WriterPlan {
  database: Pick<DatabaseOptions, 'dataDirectory' | 'databaseUrl'>
  /** How many rows, one commit each; endless unless told. */
  rows?: number
  /** How many commits are under way at a time. */
  atOnce: number
  /** Afterwards: shut down, wait to be killed, or wait with a transaction open that has locked the row 0. */
  finally: 'close' | 'wait' | 'hold'
}

/*
 * A process of its own that writes rows and says, a line each: `ready`, the number of each row once its
 * commit was acknowledged, `failed …` for each that was not, `died …` when its database gave up, and `done`.
 * Made to be killed.
 */
const plan = JSON.parse(process.argv[2] ?? '') as WriterPlan
const say = (line: string) => process.stdout.write(`${line}\n`)

const database = await openDatabase({ ...plan.database, onFailure: error => say(`died ${oneLine(error)}`) })
const { db } = database
await sql`create table if not exists writes (id integer primary key, at timestamptz not null default now())`.execute(
  db,
)
const { rows } = await sql<{ next: number }>`select coalesce(max(id), 0) + 1 as next from writes`.execute(db)
let next = rows[0]?.next ?? 1
const last = plan.rows === undefined ? Number.POSITIVE_INFINITY : next + plan.rows - 1
say('ready')

async function write(): Promise<void> {
  while (next <= last) {
    const id = next
    next += 1
    try {
      await database.transaction(async trx => {
        await sql`insert into writes (id) values (${id})`.execute(trx)
      })
      say(String(id))
    } catch (error) {
      say(`failed ${id} ${oneLine(error)}`)
      return
    }
  }
}

await Promise.all(Array.from({ length: plan.atOnce }, write))
if (plan.finally === 'close') await database.close()
if (plan.finally === 'hold') {
  await database.transaction(async trx => {
    await sql`insert into writes (id) values (0)`.execute(trx)
    say('done')
    await new Promise(() => undefined)
  })
}
say('done')
if (plan.finally === 'wait') setInterval(() => undefined, 60_000)

function oneLine(error: unknown): string {
  return String(error).replaceAll('\n', ' ')
}
