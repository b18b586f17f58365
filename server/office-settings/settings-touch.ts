import { type Kysely, sql } from 'kysely'
import type { SettingsTouch } from '#contract/rest/settings.ts'
import { officeDateOf, wallTime } from '#contract/rules/office-time.ts'
import { HELD_STATES } from '#contract/rules/reservation-state.ts'
import { stateList } from '#server/database/state-list.ts'
import type { Tables } from '#server/database/tables.ts'
import type { OfficeEntry } from '#server/offices/file/offices-file.ts'
import { closingBy } from '#server/offices/load/ended-days.ts'
import { wantedLine, wantedOffice } from '#server/offices/load/wanted-rows.ts'
import {
  STANDING_COLUMNS,
  type StandingReservation,
  stretchOf,
} from '#server/reservations/standing-reservation.ts'
import { type Block, blocksOfDay, daysOf } from '#server/reservations/time-blocks.ts'
import { inSlices } from './in-slices.ts'

type HeldReservation = StandingReservation & { meet: boolean }

interface Line {
  id: number
  slug: string
  name: string
}

/** What a change would do to people, and to which reservations. */
export interface Touched {
  touches: SettingsTouch
  leftOut: readonly StandingReservation[]
}

type OfficeTimes = Pick<ReturnType<typeof wantedOffice>, 'hours' | 'closures' | 'time_zone' | 'closing'>
type LineTimes = Pick<
  ReturnType<typeof wantedLine>,
  'takes_reservations' | 'reserve_hours' | 'unavailable_days' | 'reserve_minutes' | 'reserve_modalities'
>

/** Whether a line has a block just there, and attends people in this way. */
function blocksOf(office: OfficeTimes, line: LineTimes | undefined) {
  const known = new Map<string, Block[]>()
  if (!line?.takes_reservations) return () => false
  const plan = {
    hours: line.reserve_hours ?? office.hours,
    office_hours: office.hours,
    closed_days: [...office.closures, ...line.unavailable_days],
    time_zone: office.time_zone,
    minutes: line.reserve_minutes,
  }
  const blocksOn = (day: string) => {
    const blocks = known.get(day) ?? blocksOfDay(plan, day)
    known.set(day, blocks)
    return blocks
  }
  return (reservation: HeldReservation) => {
    const wanted = reservation.meet ? 'video' : 'in-person'
    if (line.reserve_modalities !== 'both' && line.reserve_modalities !== wanted) return false
    const stretch = stretchOf(reservation)
    return daysOf(stretch, office.time_zone).some(day =>
      blocksOn(day).some(block => block.from === stretch.from && block.to === stretch.to),
    )
  }
}

const counted = <Key>(reservations: readonly HeldReservation[], keyOf: (each: HeldReservation) => Key) =>
  [...Map.groupBy(reservations, keyOf)].map(([key, those]) => ({ key, count: those.length }))

/** When an office attends as it stands, and what is held there from now on. */
async function standingTimes(db: Kysely<Tables>, office_id: number, at: Date) {
  const stands = await db
    .selectFrom('offices')
    .select(['hours', 'closures', 'time_zone', 'closing'])
    .where('id', '=', office_id)
    .executeTakeFirstOrThrow()
  const lines = await db
    .selectFrom('lines')
    .selectAll()
    .where('office_id', '=', office_id)
    .where('active', '=', true)
    .execute()
  const held = await db
    .selectFrom('reservations')
    .select([...STANDING_COLUMNS, 'meet'])
    .where('office_id', '=', office_id)
    .where(sql<boolean>`state in ${stateList(HELD_STATES)}`)
    .where('block_to', '>', at)
    .orderBy('block_from')
    .execute()
  return { stands, lines, held }
}

/** The ids of reservations that the settings as they are now leave out, by their time. */
export async function leftOutNow(db: Kysely<Tables>, office_id: number, at: Date): Promise<string[]> {
  const { stands, lines, held } = await standingTimes(db, office_id, at)
  const hasBlock = new Map(lines.map(line => [line.id, blocksOf(stands, line)]))
  const leftOut = await inSlices(held, each => !hasBlock.get(each.line_id)?.(each))
  return leftOut.map(({ id }) => id)
}

/**
 * What other settings would do to people: to those who hold a reservation that they leave out, who wait where
 * the day is over by them or in a line that is gone, or sit at a module that is.
 */
export async function settingsTouch(
  db: Kysely<Tables>,
  office_id: number,
  { office, holidays }: { office: OfficeEntry; holidays: readonly string[] },
  at: Date,
): Promise<Touched> {
  const { stands, lines, held } = await standingTimes(db, office_id, at)
  const becomes = wantedOffice(office, holidays)
  const wanted = new Map(office.lines.map(line => [line.slug, wantedLine(office_id, null, line)]))
  const judges = new Map(
    lines.map(line => [
      line.id,
      { hadBlock: blocksOf(stands, line), hasBlock: blocksOf(becomes, wanted.get(line.slug)) },
    ]),
  )
  const leftOut = await inSlices(held, each => {
    const judge = judges.get(each.line_id)
    return judge?.hadBlock(each) && !judge.hasBlock(each)
  })
  const gone = lines.filter(({ slug }) => !wanted.has(slug))
  return {
    leftOut,
    touches: {
      reservations: {
        total: leftOut.length,
        by_desk: leftOut.filter(({ user_id }) => user_id === null).length,
        days: counted(leftOut, ({ block_from }) =>
          officeDateOf(wallTime(block_from, stands.time_zone), stands.hours),
        ).map(({ key: day, count }) => ({ day, count })),
        lines: counted(leftOut, ({ line_id }) => line_id).map(({ key, count }) => ({
          ...nameOf(lines, key),
          count,
        })),
      },
      day_ends: await dayEnds(db, office_id, { stands, becomes }, at),
      waiting: await waitingIn(db, gone),
      sitting: await sittingElsewhere(db, office_id, office.modulos),
    },
  }
}

function nameOf(lines: readonly Line[], id: number) {
  const { slug = '', name = '' } = lines.find(line => line.id === id) ?? {}
  return { slug, name }
}

/** Who waits in an office whose day is over by its new settings, and was not, or not for them. */
async function dayEnds(
  db: Kysely<Tables>,
  office_id: number,
  { stands, becomes }: { stands: OfficeTimes; becomes: OfficeTimes },
  at: Date,
): Promise<SettingsTouch['day_ends']> {
  const closing = closingBy(becomes, stands, at)
  if (closing === null) return null
  const { count } = await db
    .selectFrom('tickets')
    .select(row => row.fn.countAll<string>().as('count'))
    .where('line_id', 'in', db.selectFrom('lines').select('id').where('office_id', '=', office_id))
    .where('state', '=', 'waiting')
    .executeTakeFirstOrThrow()
  const waiting = Number(count)
  if (waiting === 0) return null
  const sits = await db
    .selectFrom('modulos')
    .select('id')
    .where('office_id', '=', office_id)
    .where('clerk_id', 'is not', null)
    .executeTakeFirst()
  // Where nobody is there to attend them they are sent home, whatever the office says.
  return { waiting, closing: sits ? closing : 'send-home' }
}

async function waitingIn(db: Kysely<Tables>, lines: readonly Line[]): Promise<SettingsTouch['waiting']> {
  if (lines.length === 0) return []
  const rows = await db
    .selectFrom('tickets')
    .select(row => ['line_id', row.fn.countAll<string>().as('count')])
    .where(
      'line_id',
      'in',
      lines.map(({ id }) => id),
    )
    .where('state', 'in', ['waiting', 'parked'])
    .groupBy('line_id')
    .orderBy('line_id')
    .execute()
  return rows.map(({ line_id, count }) => ({ ...nameOf(lines, line_id), count: Number(count) }))
}

async function sittingElsewhere(
  db: Kysely<Tables>,
  office_id: number,
  modulos: readonly string[],
): Promise<SettingsTouch['sitting']> {
  return await db
    .selectFrom('modulos')
    .innerJoin('clerks', 'clerks.id', 'modulos.clerk_id')
    .select(['modulos.name as modulo', 'clerks.name as clerk'])
    .where('modulos.office_id', '=', office_id)
    .where('modulos.active', '=', true)
    .$if(modulos.length > 0, query => query.where('modulos.name', 'not in', modulos))
    .orderBy('modulos.id')
    .execute()
}
