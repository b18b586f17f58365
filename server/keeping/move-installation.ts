import { sql, type Transaction } from 'kysely'
import type { Database } from '#server/database/database.ts'
import { migrate } from '#server/database/migrate.ts'
import type { Tables } from '#server/database/tables.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Random } from '#server/platform/random.ts'
import { demandNoServer, holdForKeeping } from './fill-postgres.ts'
import { type Bring, type Head, type Progress, toldAbout } from './installation.ts'
import { KeepingFault } from './keeping-fault.ts'
import { migrationsRun } from './kept-tables.ts'
import { readInstallation } from './read-installation.ts'
import { demandKnown } from './write-installation.ts'

/** Where an installation moves to. */
export interface Destination {
  /** A directory, or an address without its password. */
  place: string
  /** Works on what is there, and nobody else does meanwhile; null where there is nothing. */
  look<T>(work: (trx: Transaction<Tables>) => Promise<T>): Promise<T | null>
  fill(replaces: boolean, bring: Bring): Promise<void>
}

export interface Move {
  source: Database
  /** As the destination will know it. */
  from: string
  destination: Destination
  about: Omit<Head, 'migrations'>
  /** That what is at the destination may go. */
  replaces: boolean
  clock: Clock
  random: Random
  onProgress(progress: Progress): void
}

const rowOf = (trx: Transaction<Tables>, way: 'away' | 'here') =>
  trx.selectFrom('moves').selectAll().where('way', '=', way).executeTakeFirst()

async function demandAlone(source: Database): Promise<void> {
  if (source.kind === 'postgres') await source.transaction(demandNoServer)
}

/**
 * Says in the source that it moves; from then on no server starts there. A server that was just starting is
 * connected before it looks, and so is seen by whoever looks for servers afterwards.
 * @returns the move's id: of one that was begun before, the same
 */
async function mark({ source, destination, clock, random }: Move): Promise<{ id: string; isNew: boolean }> {
  return await source.transaction(async trx => {
    await holdForKeeping(trx)
    const begun = await rowOf(trx, 'away')
    if (begun && begun.place !== destination.place)
      throw new KeepingFault(
        `a move to ${begun.place} was begun: finish that one, or take it back (numerito move --undo --to …)`,
      )
    if (begun) return { id: begun.id, isNew: false }
    const id = random.uuid()
    await trx
      .insertInto('moves')
      .values({ way: 'away', id, place: destination.place, began_at: clock.now(), done_at: null })
      .execute()
    return { id, isNew: true }
  })
}

interface Standing {
  /** It has all of this very move. */
  isThere: boolean
  /** It is where the source came from, and has kept still since. */
  goesBack: boolean
}

async function lookAt({ source, destination }: Move, id: string): Promise<Standing> {
  const camePast = await source.transaction(trx => rowOf(trx, 'here'))
  const standing = await destination.look(async trx => {
    const [away, here] = [await rowOf(trx, 'away'), await rowOf(trx, 'here')]
    if (away?.id === id) throw new KeepingFault('that is where it is already')
    return { isThere: here?.id === id, goesBack: away !== undefined && away.id === camePast?.id }
  })
  return standing ?? { isThere: false, goesBack: false }
}

/**
 * Moves an installation to another database. The source is told that it moves before anything else, and that
 * it has moved before the destination is; so at no moment may both serve, and a move that was interrupted
 * anywhere goes on where it is begun again.
 * @throws KeepingFault
 */
export async function moveInstallation(move: Move): Promise<void> {
  const { source, destination, clock } = move
  await demandAlone(source)
  demandKnown(await migrationsRun(source.db), 'a later numerito')
  await migrate(source)
  const { id, isNew } = await mark(move)
  try {
    await demandAlone(source)
    const { isThere, goesBack } = await lookAt(move, id)
    if (isThere) return await finish(source, id, clock)
    await destination.fill(move.replaces || goesBack, async (taker, trx) => {
      await readInstallation(source, move.about, toldAbout(taker, move.onProgress))
      await trx
        .insertInto('moves')
        .values({ way: 'here', id, place: move.from, began_at: clock.now(), done_at: clock.now() })
        .execute()
      await finish(source, id, clock)
    })
  } catch (error) {
    // What was refused leaves the source as it was; what broke, or may have come through, goes on later.
    if (isNew && error instanceof KeepingFault)
      await source.db.deleteFrom('moves').where('way', '=', 'away').where('done_at', 'is', null).execute()
    throw error
  }
}

async function finish(source: Database, id: string, clock: Clock): Promise<void> {
  const { numUpdatedRows } = await source.transaction(trx =>
    trx
      .updateTable('moves')
      .set({ done_at: sql`coalesce(done_at, ${clock.now()})` })
      .where('way', '=', 'away')
      .where('id', '=', id)
      .executeTakeFirst(),
  )
  if (numUpdatedRows === 0n) throw new KeepingFault('the move was taken back meanwhile')
}

export interface Undo {
  source: Database
  from: string
  /** Null where the other place is lost for good, and cannot be asked. */
  destination: Destination | null
  /** That what happened there since may be lost. */
  replaces: boolean
  clock: Clock
}

/**
 * Takes a move back: the source may serve again. Where the destination has taken over it is told to stop,
 * before the source may begin.
 * @throws KeepingFault
 */
export async function undoMove({ source, from, destination, replaces, clock }: Undo): Promise<void> {
  const away = await source.transaction(trx => rowOf(trx, 'away'))
  if (!away) throw new KeepingFault('it has not moved away: there is nothing to take back')
  if (destination && destination.place !== away.place)
    throw new KeepingFault(`it moved to ${away.place}, and not to ${destination.place}`)
  await destination?.look(async trx => {
    const here = await rowOf(trx, 'here')
    if (here?.id !== away.id) return
    if (!replaces)
      throw new KeepingFault(
        `${away.place} has taken over, and what happened there since would be lost: move back from there, ` +
          `with all of it, or say --replace`,
      )
    const [now, id] = [clock.now(), away.id]
    await trx.deleteFrom('moves').where('way', '=', 'away').execute()
    await trx
      .insertInto('moves')
      .values({ way: 'away', id, place: from, began_at: now, done_at: now })
      .execute()
  })
  await source.db.deleteFrom('moves').where('way', '=', 'away').execute()
}
