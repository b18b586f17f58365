import { sql } from 'kysely'
import { SERVICE_BASES } from '#contract/bases.ts'
import { addDays } from '#contract/rules/office-time.ts'
import { migrate } from '#server/database/migrate.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { reservationOffice } from '#tests/support/reservation-office.ts'
import { asker } from './asker.ts'
import { atMost, type Figure, milliseconds, shown, times } from './figure.ts'
import { median } from './quantile.ts'
import { startServer } from './running-server.ts'

const ROUNDS = 200
const MOST_TIMES_EMPTY = 3
const MINUTES = 15
const SLOTS = 4
const DAYS = 31
/** Of these places so many are booked. */
const BOOKED = 3

/**
 * A month of a line that books from eight to eight, four times an hour, four people at a time, and is mostly
 * booked, in turns with one of the same hours where nothing is: over HTTP, from the whole server with its
 * database in the same process.
 */
export async function measureCalendar(): Promise<Figure[]> {
  const database = await openDatabase({ dataDirectory: ':memory:' })
  await migrate(database)
  const { db } = database
  const office = await reservationOffice(database)
  const openLine = async () => {
    const id = await office.reserveLine({
      minutes: MINUTES,
      slots: SLOTS,
      days_ahead: DAYS + 1,
      hours: [1, 2, 3, 4, 5, 6, 7].map(weekday => ({ weekday, from: '08:00', to: '20:00' })),
    })
    return await db.selectFrom('lines').select(['id', 'slug']).where('id', '=', id).executeTakeFirstOrThrow()
  }
  const [{ id: line_id, slug }, empty] = [await openLine(), await openLine()]
  // The server has no other clock than the wall's.
  const first = addDays(new Date().toISOString().slice(0, 10), 1)
  const last = addDays(first, DAYS - 1)
  await sql`
    insert into reservations (id, office_id, line_id, user_id, request_id, state, block_from, block_to, slot, slots,
      inserted_at, confirmed_at)
    select gen_random_uuid(), ${office.office_id}::integer, ${line_id}::integer, ${await office.user()}::uuid,
      gen_random_uuid(), 'confirmed', block, block + make_interval(mins => ${MINUTES}::integer), slot, ${SLOTS}::integer,
      now(), now()
    from generate_series(0, ${DAYS - 1}::integer) day,
      generate_series(0, ${(12 * 60) / MINUTES - 1}::integer) quarter,
      generate_series(1, ${BOOKED}::integer) slot,
      lateral (select ((${first}::date + day)::timestamp + interval '8 hours'
        + make_interval(mins => quarter * ${MINUTES}::integer)) at time zone 'America/Santiago' as block) blocks`.execute(
    db,
  )
  await sql`vacuum (analyze) reservations`.execute(db)
  const { booked } = await db
    .selectFrom('reservations')
    .select(row => row.fn.countAll<number>().as('booked'))
    .executeTakeFirstOrThrow()

  const base = `${SERVICE_BASES.reservations}/offices/${office.slug}`
  const monthOf = (line: string) => `${base}/calendar/unavailable?line=${line}&from=${first}&to=${last}`
  const [month, nothing] = [monthOf(slug), monthOf(empty.slug)]
  const day = `${base}/${slug}/${first}/timeblocks`
  const server = await startServer(database, null)
  const { ask, close } = asker(server.origin)
  try {
    for (const path of [month, nothing, day]) {
      const { status } = await ask(path)
      if (status !== 200) throw new Error(`${path} answered ${status}`)
    }
    const took: Record<'nothing' | 'month' | 'day', number[]> = { nothing: [], month: [], day: [] }
    for (let round = 0; round < ROUNDS; round++) {
      took.nothing.push((await ask(nothing)).ms)
      took.month.push((await ask(month)).ms)
      took.day.push((await ask(day)).ms)
    }
    return [
      atMost(
        `A month’s calendar of a line with ${booked.toLocaleString('en')} reservations in it, beside one with none`,
        median(took.month) / median(took.nothing),
        MOST_TIMES_EMPTY,
        times,
        `${milliseconds(median(took.month))} : ${milliseconds(median(took.nothing))}`,
      ),
      shown('A day of that line, block by block, median', milliseconds(median(took.day))),
    ]
  } finally {
    close()
    await server.close()
    await database.close()
  }
}
