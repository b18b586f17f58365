import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { migrate } from '#server/database/migrate.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { onPrivatePostgres } from '#tests/support/private-postgres.ts'
import { liveReleaseDay } from '#tests/support/release-day.ts'
import { makeTemporaryDirectory } from '#tests/support/temporary-directory.ts'

/**
 * `npm run release-data`: leaves in tests/releases/ what the version of package.json writes into both
 * databases, so that every later one is held to it. To be run once, when the version is made.
 */
const root = join(import.meta.dirname, '..')
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const folder = join(root, 'tests/releases', version)
/** Zeroes that a log has not yet filled lie far apart: the window reaches over all of them. */
const WINDOW_BITS = 24
const MOST_BYTES = 1_000_000_000

function say(file: string, content: string | Buffer): void {
  writeFileSync(join(folder, file), content)
  console.log(`numerito: tests/releases/${version}/${file}, ${Math.ceil(content.length / 1000)} kB`)
}

async function leaveEmbedded(): Promise<void> {
  const { path, remove } = makeTemporaryDirectory('release')
  try {
    const database = await openDatabase({ dataDirectory: join(path, 'database') })
    await migrate(database)
    const account = await liveReleaseDay(database)
    await database.close()
    const packed = execFileSync('tar', ['--create', '--directory', path, 'database'], {
      maxBuffer: MOST_BYTES,
    })
    const params = {
      [constants.BROTLI_PARAM_LGWIN]: WINDOW_BITS,
      [constants.BROTLI_PARAM_SIZE_HINT]: packed.length,
    }
    say('embedded.tar.br', brotliCompressSync(packed, { params }))
    say('embedded.json', `${JSON.stringify(account, null, 2)}\n`)
  } finally {
    remove()
  }
}

async function leavePostgres(databaseUrl: string): Promise<true> {
  const database = await openDatabase({ dataDirectory: ':memory:', databaseUrl })
  await migrate(database)
  const account = await liveReleaseDay(database)
  await database.close()
  const dumped = execFileSync(
    'pg_dump',
    ['--inserts', '--rows-per-insert=100', '--no-owner', '--no-privileges', databaseUrl],
    { encoding: 'utf8', maxBuffer: MOST_BYTES },
  )
  // For psql alone, and for newer servers alone: as it is, every PostgreSQL reads it from any client.
  say('postgres.sql', dumped.replace(/^(\\.*|SET transaction_timeout.*|--.*)\n/gm, ''))
  say('postgres.json', `${JSON.stringify(account, null, 2)}\n`)
  return true
}

if (existsSync(folder)) throw new Error(`${folder} is there: what a release left is made once, and stays`)
mkdirSync(folder, { recursive: true })
if (!(await onPrivatePostgres(leavePostgres))) throw new Error('this machine has no PostgreSQL')
await leaveEmbedded()
