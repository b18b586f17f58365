import { migrate } from '#server/database/migrate.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { learnWaits } from '#server/queue/lines/learn-waits.ts'
import { closeModulo } from '#server/queue/desk/close-modulo.ts'
import { queueOffice } from '#tests/support/queue-office.ts'
import { type Figure, shown } from './figure.ts'
import { median } from './quantile.ts'
import { measureCallLog, measureFiveOffices } from './wait-error/five-offices.ts'
import { type Desk, liveOfficeDay, type Wait } from './wait-error/office-day.ts'
import { RepeatableRandom } from './wait-error/repeatable-random.ts'

const SEED = 20261121
const DESKS = 3
/** The office has seen some days before anybody looks: what an hour usually takes is then known. */
const DAYS_BEFORE = 5
const DAYS = 5
const FIRST_OPENING = Date.parse('2026-11-02T09:00:00-03:00')
const DAY_MS = 86_400_000

/** A file of real calls, which is not ours to give: @see readCallLog */
const CALL_LOG = process.env.NUMERITO_CALL_LOG

export async function measureWaitError(): Promise<Figure[]> {
  return [
    ...measureFiveOffices(),
    ...(CALL_LOG === undefined ? [] : measureCallLog(CALL_LOG)),
    ...(await measureServedOffice()),
  ]
}

/**
 * How true the wait is that the whole server shows when people take a number, in an office that lives
 * through days of irregular attentions, lunch breaks, people who do not come and people who give up.
 * @see docs/decisions "Wait"
 */
async function measureServedOffice(): Promise<Figure[]> {
  const database = await openDatabase({ dataDirectory: ':memory:' })
  try {
    await migrate(database)
    const office = await queueOffice(database)
    const line_id = await office.line({ fallback_minutes: 6 })
    const desks: Desk[] = []
    for (let index = 0; index < DESKS; index++) desks.push(await office.clerk())
    for (const { clerk_id } of desks) await closeModulo(office.context, { clerk_id })
    const lasting = { office, line_id, desks, attentions: [], random: new RepeatableRandom(SEED) }
    const waits: Wait[] = []
    for (let day = 0; day < DAYS_BEFORE + DAYS; day++) {
      const opensAt = new Date(FIRST_OPENING + day * DAY_MS)
      office.clock.at = opensAt
      await learnWaits(office.context)
      waits.push(...(await liveOfficeDay({ ...lasting, opensAt, isMeasured: day >= DAYS_BEFORE })))
    }
    return judge(waits)
  } finally {
    await database.close()
  }
}

function judge(waits: Wait[]): Figure[] {
  const minutes = (value: number) => `${value.toFixed(1)} min`
  const within = waits.filter(({ shown: { from, to }, real }) => from <= real && real <= to)
  const late = waits.filter(({ shown: { to }, real }) => real > to)
  const width = median(waits.map(({ shown: { from, to } }) => to - from))
  const error = median(waits.map(({ shown: { from, to }, real }) => Math.abs((from + to) / 2 - real)))
  const naiveError = median(waits.map(({ naive, real }) => Math.abs(naive - real)))
  const percent = (part: Wait[]) => `${((100 * part.length) / waits.length).toFixed(0)} %`
  const wait = minutes(median(waits.map(({ real }) => real)))
  return [
    shown(
      `Real waits within the range that was shown (${waits.length} people, median wait ${wait})`,
      `${percent(within)}; ${percent(late)} waited longer; the range is ${minutes(width)} wide (median)`,
    ),
    shown(
      'Median error of the middle of the range, beside ahead × mean of the last 20 ÷ open desks',
      `${minutes(error)} : ${minutes(naiveError)}`,
    ),
  ]
}
