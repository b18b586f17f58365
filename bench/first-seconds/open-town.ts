import { migrate } from '#server/database/migrate.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { queueOffice } from '#tests/support/queue-office.ts'
import { fillOffices } from '../growth/fill-offices.ts'
import { startServer } from '../running-server.ts'

const OFFICES = 130
const LINES = 8
/** Of the first line; one more in each that follows. */
const WAITING = 2

export interface Town {
  origin: string
  /** Of an office that is open, with people in all of its lines. */
  officePath: string
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
  const office = await queueOffice(database)
  // The server goes by the machine's own clock: who waits there came today.
  office.clock.at = new Date()
  for (let index = 0; index < LINES; index++) await office.fill(await office.line(), WAITING + index)
  const server = await startServer(database, directory)
  return {
    origin: server.origin,
    officePath: `/offices/${office.slug}`,
    lineName: 'fila-',
    officeName: 'Sucursal ',
    async close() {
      await server.close()
      await database.close()
    },
  }
}
