import { join } from 'node:path'
import type { Database } from '#server/database/database.ts'
import { migrate } from '#server/database/migrate.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { SECRET_BYTES } from '#server/secrets/protection.ts'
import { administer } from '#tests/support/postgres-cluster.ts'
import { onPrivatePostgres } from '#tests/support/private-postgres.ts'
import { makeTemporaryDirectory } from '#tests/support/temporary-directory.ts'
import { fillEmpty, fillYear } from './fill-installation.ts'

/** Where an installation lies: opened by the bench, or served by a process of its own. */
export interface Place {
  open(): Promise<Database>
  /** What a server is told, so that it opens this one. */
  settings: Record<string, string>
}

/** On its first morning, and a year later: as many offices in both. */
export interface Places {
  empty: Place
  year: Place
}

export interface Sizes {
  turns: number
  offices: number
}

/** Of all of them: what a release seals in there the bench opens. */
export const SECRET = new Uint8Array(SECRET_BYTES).fill(7)
const NUMERITO_SECRET = Buffer.from(SECRET).toString('base64')

async function fill({ empty, year }: Places, { turns, offices }: Sizes): Promise<void> {
  for (const place of [empty, year]) {
    const database = await place.open()
    try {
      await migrate(database)
      await fillEmpty(database, offices)
      if (place === year) await fillYear(database, turns, new Date())
    } finally {
      await database.close()
    }
  }
}

/** Two data directories on the disk, as `NUMERITO_DATA` names them. */
export async function onEmbedded<T>(sizes: Sizes, use: (places: Places) => Promise<T>): Promise<T> {
  const { path, remove } = makeTemporaryDirectory('bench-year')
  const place = (name: string): Place => ({
    open: () => openDatabase({ dataDirectory: join(path, name, 'database') }),
    settings: { NUMERITO_DATA: join(path, name), NUMERITO_SECRET },
  })
  try {
    const places = { empty: place('empty'), year: place('year') }
    await fill(places, sizes)
    return await use(places)
  } finally {
    remove()
  }
}

/** Two databases of one PostgreSQL of its own. @returns null where the machine has none */
export const onPostgres = <T>(sizes: Sizes, use: (places: Places) => Promise<T>): Promise<T | null> =>
  onPrivatePostgres(async databaseUrl => {
    await administer(databaseUrl, 'create database empty')
    const place = (url: string): Place => ({
      open: () => openDatabase({ dataDirectory: ':memory:', databaseUrl: url }),
      settings: { DATABASE_URL: url, NUMERITO_SECRET },
    })
    const emptyUrl = new URL(databaseUrl)
    emptyUrl.pathname = '/empty'
    const places = { empty: place(emptyUrl.href), year: place(databaseUrl) }
    await fill(places, sizes)
    return await use(places)
  })
