import { resolve } from 'node:path'
import { sql } from 'kysely'
import { DirectoryInUse } from '#server/database/embedded/directory-lock.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { adoptRestored } from '#server/keeping/adopt-restored.ts'
import { fillEmbedded } from '#server/keeping/fill-embedded.ts'
import { fillPostgres, holdForKeeping, KEEPER } from '#server/keeping/fill-postgres.ts'
import { KeepingFault } from '#server/keeping/keeping-fault.ts'
import type { Destination } from '#server/keeping/move-installation.ts'
import { embeddedIn, hasEmbedded } from './embedded.ts'

export const isAddress = (to: string): boolean => /^postgres(ql)?:\/\//.test(to)

/** How a database is called where others read it: without the password. */
export function placeOf(to: string): string {
  if (!isAddress(to)) return resolve(to)
  return to.replace(/^(\w+:\/\/[^:@/]*):[^@/]*@/, '$1@').replace(/([?&])password=[^&]*&?/, '$1')
}

/**
 * By its name the others know that it is no server. A name that the address gives holds for servers too, so
 * it is not by theirs that they are known.
 */
export const asKeeper = (address: string): string =>
  `${address}${address.includes('?') ? '&' : '?'}application_name=${encodeURIComponent(KEEPER)}`

async function inDatabase(to: string): Promise<{ destination: Destination; close(): Promise<void> }> {
  const database = await openDatabase({ dataDirectory: '', databaseUrl: asKeeper(to), poolSize: 1 })
  return {
    close: () => database.close(),
    destination: {
      place: placeOf(to),
      look: work =>
        database.transaction(async trx => {
          await holdForKeeping(trx)
          const { rows } = await sql<{
            there: boolean
          }>`select to_regclass('moves') is not null as there`.execute(trx)
          return rows[0]?.there ? await work(trx) : null
        }),
      fill: (replaces, bring) => fillPostgres(database, replaces, bring),
    },
  }
}

function inDirectory(to: string): Destination {
  const directory = resolve(to)
  return {
    place: directory,
    async look(work) {
      if (!hasEmbedded(directory)) return null
      adoptRestored(directory)
      const database = await openDatabase({ dataDirectory: embeddedIn(directory) }).catch(
        (error: unknown) => {
          throw error instanceof DirectoryInUse ? new KeepingFault(`${error.message}: stop it first`) : error
        },
      )
      try {
        return await database.transaction(async trx => {
          const { rows } = await sql<{
            there: boolean
          }>`select to_regclass('moves') is not null as there`.execute(trx)
          return rows[0]?.there ? await work(trx) : null
        })
      } finally {
        await database.close()
      }
    },
    fill: (replaces, bring) => fillEmbedded(directory, replaces, bring),
  }
}

/** Where «--to» says; its database is asked at once, before anything is begun. */
export const openDestination = async (to: string) =>
  isAddress(to) ? await inDatabase(to) : { destination: inDirectory(to), close: async () => {} }
