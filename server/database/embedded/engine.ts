import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { PGlite } from '@electric-sql/pglite'
import { ensureDataFiles } from './data-files.ts'
import { DurableFiles } from './durable-files.ts'
import { EMPTY_DATABASE, unpackDatabase } from './empty-database.ts'
import type { WorkerStart } from './worker-messages.ts'

/** The exit status by which the engine hands an SQL error to its caller; nothing else may fly out of it. */
const SQL_ERROR = 100
const NO_SYNC = '-F'
const LINES_KEPT = 5

const set = (name: string, value: string) => ['-c', `${name}=${value}`]

/**
 * A third of the memory of PGlite's own setting, and as fast: the operating system keeps the pages anyway.
 */
const memory = set('shared_buffers', '8MB')
/** Errors travel to whoever asked; standing in a log they would tell what people typed. */
const quiet = set('log_min_messages', 'fatal')
const durable = [...set('fsync', 'on'), ...set('wal_sync_method', 'fsync')]

const inMemory = [...PGlite.defaultStartParams, ...memory, ...quiet]
const onDisk = [
  ...PGlite.defaultStartParams.filter(parameter => parameter !== NO_SYNC),
  ...durable,
  ...memory,
  ...quiet,
]

type Complete = { onAbort?: (reason: unknown) => void }

/** What PostgreSQL last said before it gave up. */
class LastWords {
  #lines: string[] = []

  readonly hear = (line: string): boolean => {
    this.#lines = [...this.#lines, line].slice(-LINES_KEPT)
    return false
  }

  after(what: string): string {
    return [what, ...this.#lines].join('\n')
  }
}

async function start(options: ConstructorParameters<typeof PGlite>[0] & object, words: LastWords) {
  try {
    return await PGlite.create({ ...options, onStderr: words.hear })
  } catch (cause) {
    throw new Error(words.after('the embedded database does not start'), { cause })
  }
}

/**
 * Opens PGlite, making its files where there are none.
 *
 * @param died called when PostgreSQL inside gave up (a full or failing disk, memory gone, a bug): PGlite
 *   itself would go on with what is left of it, and acknowledge what it has not kept. Must not return.
 */
export async function openEngine(
  { directory, template }: WorkerStart,
  died: (reason: string) => never,
): Promise<PGlite> {
  const words = new LastWords()
  const engine = directory
    ? await openOnDisk(directory, words)
    : await start(
        {
          startParams: inMemory,
          loadDataDir: template === undefined ? undefined : new Blob([await readFile(template)]),
        },
        words,
      )
  const module = engine.Module as typeof engine.Module & Complete
  module.onAbort = () => died(words.after('the embedded database gave up'))
  const runOnce = module._PostgresMainLoopOnce
  module._PostgresMainLoopOnce = () => {
    try {
      runOnce()
    } catch (error) {
      if ((error as { status?: unknown } | null)?.status !== SQL_ERROR) {
        died(words.after(`the embedded database broke: ${String(error)}`))
      }
      throw error
    }
  }
  return engine
}

async function openOnDisk(directory: string, words: LastWords): Promise<PGlite> {
  const files = await ensureDataFiles(directory, async folder => {
    if (existsSync(EMPTY_DATABASE)) return unpackDatabase(EMPTY_DATABASE, folder)
    const engine = await start({ fs: new DurableFiles(folder), startParams: onDisk }, words)
    await engine.close()
  })
  return start({ fs: new DurableFiles(files), startParams: onDisk }, words)
}
