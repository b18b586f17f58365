import { join } from 'node:path'
import type { Transaction } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Database } from '#server/database/database.ts'
import { migrate } from '#server/database/migrate.ts'
import { openDatabase } from '#server/database/open-database.ts'
import type { Tables } from '#server/database/tables.ts'
import { demandNotMoved } from '#server/keeping/moved-mark.ts'
import { type Destination, type Move, moveInstallation, undoMove } from '#server/keeping/move-installation.ts'
import { systemClock } from '#server/platform/clock.ts'
import { systemRandom } from '#server/platform/random.ts'
import { isAddress, openDestination } from '../../commands/destinations.ts'
import { onPostgres } from '#tests/support/databases.ts'
import { ABOUT, copyOf, type InstallationCopy } from '#tests/support/installation-copy.ts'
import { liveReleaseDay } from '#tests/support/release-day.ts'
import { makeTemporaryDirectory, type TemporaryDirectory } from '#tests/support/temporary-directory.ts'

/** The database of an address, or in a data directory. */
const openAt = (place: string): Promise<Database> =>
  isAddress(place)
    ? openDatabase({ dataDirectory: ':memory:', databaseUrl: place, poolSize: 1 })
    : openDatabase({ dataDirectory: join(place, 'database') })

/** What one that is killed in the middle does no more. */
const killed = (): never => {
  throw new Error('killed')
}

/** What goes on at the destination, cut off where `bend` says. */
const filling = (
  { destination }: Move,
  bend: (fill: Destination['fill'], ...args: Parameters<Destination['fill']>) => Promise<void>,
): Partial<Move> => ({
  destination: { ...destination, fill: (replaces, bring) => bend(destination.fill, replaces, bring) },
})

interface Step {
  when: string
  /** The move as it is where it is interrupted there. */
  cutOff(move: Move): Partial<Move>
  /** Whether it serves where it was, and where it goes, from then on. */
  serves: readonly [boolean, boolean]
  /** What is said to whoever takes it back and would lose nothing. */
  refusal?: string
}

/** The steps of a move, in their order. */
const STEPS: readonly Step[] = [
  {
    when: 'before it is marked',
    cutOff: ({ random }) => ({ random: { ...random, uuid: killed } }),
    serves: [true, false],
    refusal: 'it has not moved away',
  },
  {
    when: 'once it is marked',
    cutOff: ({ destination }) => ({ destination: { ...destination, look: killed } }),
    serves: [false, false],
  },
  {
    when: 'while rows go',
    cutOff: () => ({ onProgress: ({ rows }) => void (rows > 30 && killed()) }),
    serves: [false, false],
  },
  {
    when: 'when the destination has all rows',
    cutOff: move =>
      filling(move, (fill, replaces, bring) =>
        fill(replaces, (taker, trx) =>
          bring({ ...taker, end: counts => taker.end(counts).then(killed) }, trx),
        ),
      ),
    serves: [false, false],
  },
  {
    when: 'when the source has said that it moved',
    cutOff: move =>
      filling(move, (fill, replaces, bring) =>
        fill(replaces, (taker, trx) => bring(taker, trx).then(killed)),
      ),
    serves: [false, false],
  },
  {
    when: 'when the destination has committed',
    cutOff: move => filling(move, (fill, replaces, bring) => fill(replaces, bring).then(killed)),
    serves: [false, true],
    refusal: 'has taken over',
  },
]

/** Interrupted moves from an installation that serves, each to a new place. */
function interruptedMoves(
  name: string,
  newSource: () => Promise<string>,
  newPlace: () => Promise<string>,
): void {
  describe(name, () => {
    let source: Database
    let before: InstallationCopy
    let to: string
    let target: Awaited<ReturnType<typeof openDestination>>
    beforeAll(async () => {
      const from = await newSource()
      const lived = await openAt(from)
      await migrate(lived)
      await liveReleaseDay(lived)
      await lived.close()
      source = await openAt(from)
      before = await copyOf(source)
    })
    beforeEach(async () => {
      to = await newPlace()
      target = await openDestination(to)
    })
    afterEach(() => target.close())
    afterAll(() => source.close())

    const move = (step?: Step) => {
      const whole: Move = {
        source,
        from: 'here',
        destination: target.destination,
        about: ABOUT,
        replaces: false,
        clock: systemClock,
        random: systemRandom,
        onProgress: () => {},
      }
      return moveInstallation({ ...whole, ...step?.cutOff(whole) })
    }
    const takeBack = (replaces: boolean) =>
      undoMove({ source, from: 'here', destination: target.destination, replaces, clock: systemClock })

    /** Whether people would be served where it was, and where it goes. */
    async function serves(): Promise<[boolean, boolean]> {
      const isServing = async (trx: Transaction<Tables>) => {
        const offices = await trx.selectFrom('offices').select('id').execute()
        return (
          offices.length > 0 &&
          (await demandNotMoved({ db: trx }).then(
            () => true,
            () => false,
          ))
        )
      }
      const here = await source.transaction(isServing)
      return [here, (await target.destination.look(isServing)) ?? false]
    }

    it.each(STEPS)(
      '[KEEP-02] interrupted $when it serves at one place at most, and arrives whole where it is begun again',
      async step => {
        await expect(move(step)).rejects.toThrow('killed')
        expect(await serves()).toEqual(step.serves)
        await move()
        expect(await serves()).toEqual([false, true])
        const arrived = await openAt(to)
        expect(await copyOf(arrived)).toEqual(before)
        await arrived.close()
        await takeBack(true)
      },
    )

    it.each(STEPS)('[KEEP-02] interrupted $when it is taken back, and serves where it was', async step => {
      await expect(move(step)).rejects.toThrow('killed')
      if (step.refusal === undefined) await takeBack(false)
      else await expect(takeBack(false)).rejects.toThrow(step.refusal)
      if (step.serves[1]) await takeBack(true)
      expect(await serves()).toEqual([true, false])
      expect(await copyOf(source)).toEqual(before)
    })
  })
}

onPostgres('a move that is interrupted', freshUrl => {
  let directory: TemporaryDirectory
  let places = 0
  beforeAll(() => {
    directory = makeTemporaryDirectory('interrupted')
  })
  afterAll(() => directory.remove())
  const newDirectory = async () => join(directory.path, String((places += 1)))
  interruptedMoves('from a directory to PostgreSQL', newDirectory, freshUrl)
  interruptedMoves('from PostgreSQL to a directory', freshUrl, newDirectory)
  interruptedMoves('from PostgreSQL to PostgreSQL', freshUrl, freshUrl)
})
