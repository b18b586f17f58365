import { join } from 'node:path'
import { sql } from 'kysely'
import { migrate } from '#server/database/migrate.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { systemRandom } from '#server/platform/random.ts'
import { lineStates } from '#tests/support/line-states.ts'
import { takeTicket } from '#server/queue/take/take-ticket.ts'
import { ticketsHistory } from '#server/queue/hold/tickets-history.ts'
import { type QueueOffice, queueOffice } from '#tests/support/queue-office.ts'
import { makeTemporaryDirectory } from '#tests/support/temporary-directory.ts'
import { atMost, type Figure, milliseconds, times } from '../figure.ts'
import { median } from '../quantile.ts'
import { fillYear } from './fill-year.ts'

const TICKETS = 500_000
const OFFICES = 10
const LINES_EACH = 5
const WAITING_EACH = 10
/** Of the one whose history is asked for. */
const PAST_TICKETS = 25
const ROUNDS = 60
/** Not counted: nothing is compiled, planned or cached yet. */
const WARM_UP = 10
/** An index grows a little deeper; whoever reads all that ever happened is far beyond this. */
const MOST_TIMES_FRESH = 3
const HOUR_MS = 3_600_000

type Asked = 'take' | 'states' | 'history'

interface Installation {
  ask: Record<Asked, (round: number) => Promise<unknown>>
  close(): Promise<void>
}

/** An embedded database on the disk with a morning's queues; `past` tickets lie behind it. */
async function install(past: number): Promise<Installation> {
  const { path, remove } = makeTemporaryDirectory('bench-growth')
  const database = await openDatabase({ dataDirectory: join(path, 'data') })
  await migrate(database)
  const offices: QueueOffice[] = []
  const lineIds: number[] = []
  for (let index = 0; index < OFFICES; index++) {
    const office = await queueOffice(database)
    offices.push(office)
    for (let line = 0; line < LINES_EACH; line++) lineIds.push(await office.line())
  }
  const [office] = offices as [QueueOffice]
  const { context, clock } = office
  const now = clock.now()
  const regular = await office.user()
  const [firstLine] = lineIds as [number]
  for (let visit = PAST_TICKETS; visit > 0; visit--) {
    clock.at = new Date(now.getTime() - visit * 24 * HOUR_MS)
    await office.take(firstLine, regular)
    await sql`update tickets set state = 'attended' where user_id = ${regular}::uuid`.execute(database.db)
  }
  clock.at = now
  if (past > 0) await fillYear(database, { lineIds, tickets: past, today: now })
  for (const [index, line_id] of lineIds.entries()) {
    await offices[Math.floor(index / LINES_EACH)]?.fill(line_id, WAITING_EACH)
  }
  const newcomers = await office.users(WARM_UP + ROUNDS)

  return {
    ask: {
      take: round =>
        takeTicket(context, {
          office: { office_id: office.office_id },
          line_id: lineIds[round % LINES_EACH]!,
          user_id: newcomers[round]!,
          request_id: systemRandom.uuid(),
        }),
      states: () => lineStates(context, office.office_id),
      history: () => ticketsHistory(context, { user_id: regular, page: 1 }),
    },
    async close() {
      await database.close()
      remove()
    },
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

const NAMES: Record<Asked, string> = {
  take: 'Taking a number',
  states: 'How the lines of an office stand',
  history: 'A page of somebody’s history',
}

/**
 * What people ask all day, in an installation that is a year old, in turns with one that opened this morning.
 */
export async function measureTicketGrowth(): Promise<Figure[]> {
  const fresh = await install(0)
  const old = await install(TICKETS)
  try {
    const figures: Figure[] = []
    for (const asked of ['take', 'states', 'history'] as const) {
      const took = { fresh: [] as number[], old: [] as number[] }
      for (let round = 0; round < WARM_UP + ROUNDS; round++) {
        const ofFresh = await timed(() => fresh.ask[asked](round))
        const ofOld = await timed(() => old.ask[asked](round))
        if (round < WARM_UP) continue
        took.fresh.push(ofFresh)
        took.old.push(ofOld)
      }
      const [before, after] = [median(took.fresh), median(took.old)]
      figures.push(
        atMost(
          `${NAMES[asked]}, ${TICKETS.toLocaleString('en')} tickets later, embedded, median`,
          after / before,
          MOST_TIMES_FRESH,
          times,
          `${milliseconds(after)} : ${milliseconds(before)}`,
        ),
      )
    }
    return figures
  } finally {
    await fresh.close()
    await old.close()
  }
}
