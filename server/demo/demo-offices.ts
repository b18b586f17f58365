import type { Kysely } from 'kysely'
import type { HoursOfDay } from '#contract/rest/offices.ts'
import { minutesOf, type OpeningTimes, openingAt, wallTime } from '#contract/rules/office-time.ts'
import type { Tables } from '#server/database/tables.ts'

/** A line from which people are called. */
export interface DemoLine {
  id: number
  prefix: string
  /**
   * Paper numbers are taken here: not where times are booked alone, where only a link leads, or where the
   * line begins frozen.
   */
  isFed: boolean
}

/** A demonstration clerk and the modulo that is theirs. */
export interface DemoDesk {
  office_id: number
  clerk_id: number
  modulo_id: number
}

export interface DemoOffice extends OpeningTimes {
  id: number
  slug: string
  hours: HoursOfDay[]
  lines: DemoLine[]
  /**
   * Of its modulos these are the demonstration clerks'; at least one is left to whoever wants to try the
   * desk.
   */
  desks: DemoDesk[]
}

const DESKS_MAX = 2

/** How long the office has been open, in minutes; null where it is closed. */
export function openSince(office: OpeningTimes, at: Date): number | null {
  if (!openingAt(at, office).open) return null
  const { weekday, minutes } = wallTime(at, office.time_zone)
  const slot = office.hours.find(
    ({ weekday: day, from, to }) => day === weekday && minutesOf(from) <= minutes && minutes < minutesOf(to),
  )
  return slot ? minutes - minutesOf(slot.from) : null
}

const clerkName = (slug: string, desk: number) => `demo-${slug}-${desk + 1}`

/** Makes sure of the demonstration clerks: they have no password, so nobody signs in as one. */
async function hireClerks(db: Kysely<Tables>, userNames: readonly string[]): Promise<Map<string, number>> {
  if (userNames.length === 0) return new Map()
  const rows = await db
    .insertInto('clerks')
    .values(userNames.map(user_name => ({ user_name, name: 'Demostración' })))
    .onConflict(conflict => conflict.column('user_name').doUpdateSet({ active: true }))
    .returning(['id', 'user_name'])
    .execute()
  return new Map(rows.map(row => [row.user_name, row.id]))
}

/** The demonstration offices as the demonstration needs them, with a clerk hired for each of their desks. */
export async function staffDemoOffices(db: Kysely<Tables>): Promise<DemoOffice[]> {
  const offices = await db
    .selectFrom('offices')
    .select(['id', 'slug', 'time_zone', 'hours', 'closures'])
    .where('demo', '=', true)
    .where('active', '=', true)
    .orderBy('id')
    .execute()
  const lines = await db
    .selectFrom('lines')
    .select(['id', 'office_id', 'prefix', 'type', 'frozen', 'takes_tickets'])
    .where('active', '=', true)
    .where(row => row.or([row('takes_tickets', '=', true), row('takes_reservations', '=', true)]))
    .orderBy('id')
    .execute()
  const modulos = await db
    .selectFrom('modulos')
    .select(['id', 'office_id'])
    .where('active', '=', true)
    .orderBy('id')
    .execute()
  const linesOf = Map.groupBy(lines, line => line.office_id)
  const modulosOf = Map.groupBy(modulos, modulo => modulo.office_id)
  const seats = offices.flatMap(({ id, slug }) => {
    const own = modulosOf.get(id) ?? []
    return own
      .slice(0, Math.min(DESKS_MAX, own.length - 1))
      .map((modulo, desk) => ({ office_id: id, modulo_id: modulo.id, user: clerkName(slug, desk) }))
  })
  const clerks = await hireClerks(
    db,
    seats.map(seat => seat.user),
  )
  const desks = seats.flatMap(({ office_id, modulo_id, user }): DemoDesk[] => {
    const clerk_id = clerks.get(user)
    return clerk_id === undefined ? [] : [{ office_id, clerk_id, modulo_id }]
  })
  if (desks.length > 0) {
    await db
      .insertInto('clerk_offices')
      .values(desks.map(({ office_id, clerk_id }) => ({ office_id, clerk_id })))
      .onConflict(conflict => conflict.doNothing())
      .execute()
  }
  const desksOf = Map.groupBy(desks, desk => desk.office_id)
  return offices.map(office => ({
    ...office,
    lines: (linesOf.get(office.id) ?? []).map(({ id, prefix, type, frozen, takes_tickets }) => ({
      id,
      prefix,
      isFed: takes_tickets && type !== 'hidden' && !frozen,
    })),
    desks: desksOf.get(office.id) ?? [],
  }))
}
