import { join } from 'node:path'
import { onPrivatePostgres } from '../private-postgres.ts'
import { makeTemporaryDirectory } from '../temporary-directory.ts'
import type { Place } from './servers.ts'

/** Lends a place where one server has its database embedded. */
export async function onEmbedded<T>(use: (place: Place) => Promise<T>): Promise<T> {
  const { path, remove } = makeTemporaryDirectory('history')
  try {
    return await use({
      settings: { NUMERITO_DATA: path },
      dataDirectory: join(path, 'database'),
      servers: 1,
    })
  } finally {
    remove()
  }
}

/**
 * Lends a place where two servers share a PostgreSQL of their own.
 * @returns null where the machine has none
 */
export const onPostgres = <T>(use: (place: Place) => Promise<T>): Promise<T | null> =>
  onPrivatePostgres(databaseUrl =>
    use({ settings: { DATABASE_URL: databaseUrl }, dataDirectory: ':memory:', databaseUrl, servers: 2 }),
  )
