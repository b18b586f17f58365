import { migrate } from '#server/database/migrate.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { reservationOffice } from '#tests/support/reservation-office.ts'
import { fillOffices } from '../growth/fill-offices.ts'
import { startServer } from '../running-server.ts'

const OFFICES = 130
const LINES = 8
/** Of the first line; one more in each that follows. */
const WAITING = 2
/** In which times are booked: 32 a day. */
const HOURS = [1, 2, 3, 4, 5, 6, 7].map(weekday => ({ weekday, from: '09:00', to: '17:00' }))

export interface Town {
  origin: string
  /** Of an office that is open, with people in all of its lines. */
  officePath: string
  /** Of a line there in which times are booked as well. */
  linePath: string
  /** What the names of its lines begin with. */
  lineName: string
  /** What the names of all offices begin with. */
  officeName: string
  close(): Promise<void>
}

/** The whole server, which sends the application that was built into `directory`. */
export async function openTown(directory: string): Promise<Town> {
  const database = await openDatabase({ dataDirectory: ':memory:' })
  await migrate(database)
  await fillOffices(database, OFFICES)
  const office = await reservationOffice(database)
  // The server goes by the machine's own clock: who waits there came today.
  office.clock.at = new Date()
  for (let index = 1; index < LINES; index++) await office.fill(await office.line(), WAITING + index)
  const booked = await office.reserveLine({ slots: 5, days_ahead: 30, hours: HOURS })
  await office.fill(booked, WAITING)
  const { slug } = await database.db
    .selectFrom('lines')
    .select('slug')
    .where('id', '=', booked)
    .executeTakeFirstOrThrow()
  const server = await startServer(database, directory)
  return {
    origin: server.origin,
    officePath: `/offices/${office.slug}`,
    linePath: `/offices/${office.slug}/lines/${slug}`,

    lineName: 'fila-',
    officeName: 'Sucursal ',
    async close() {
      await server.close()
      await database.close()
    },
  }
}
