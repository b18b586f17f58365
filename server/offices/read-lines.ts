import type { Kysely } from 'kysely'
import { is } from 'valibot'
import { slug as slugSchema } from '#contract/primitives.ts'
import type { Line, LineState } from '#contract/rest/offices.ts'
import { flagIsOn } from '#server/flags/flag-is-on.ts'
import type { Tables } from '#server/database/tables.ts'
import { notFound } from '#server/web/refusal.ts'
import { isSerial } from './serial.ts'

/** A line but for what moves in it. */
export type StillLine = Omit<Line, keyof LineState>

const activeLines = (db: Kysely<Tables>) =>
  db
    .selectFrom('lines')
    .innerJoin('offices', 'offices.id', 'lines.office_id')
    .select(row => [
      'lines.id',
      'lines.slug',
      'lines.name',
      'lines.prefix',
      'lines.priority',
      'lines.type',
      'lines.virtual',
      'lines.executive',
      'lines.folder',
      'lines.line_category_id',
      'lines.takes_tickets',
      row
        .and([row('lines.takes_reservations', '=', true), flagIsOn('reservations')])
        .$castTo<boolean>()
        .as('takes_reservations'),
      row
        .or([row('lines.proven_document', '=', true), row('offices.proven_document', '=', true)])
        .$castTo<boolean>()
        .as('proven_only'),
      'offices.slug as officeSlug',
      'offices.id as officeId',
    ])
    .where('lines.active', '=', true)
    .where('offices.active', '=', true)

/** The lines that an office lists: hidden ones are reached by their link alone. Higher priority first. */
export async function readListedLines(db: Kysely<Tables>, officeId: number): Promise<StillLine[]> {
  return await activeLines(db)
    .where('lines.office_id', '=', officeId)
    .where('lines.type', '<>', 'hidden')
    .orderBy('lines.priority', 'desc')
    .orderBy('lines.id')
    .execute()
}

/** @throws Refusal not-found */
export async function requireLine(db: Kysely<Tables>, id: number): Promise<StillLine> {
  const line = isSerial(id) ? await activeLines(db).where('lines.id', '=', id).executeTakeFirst() : undefined
  if (!line) throw notFound('the line')
  return line
}

/** @throws Refusal not-found: the office, or else the line */
export async function requireLineBySlug(
  db: Kysely<Tables>,
  officeSlug: string,
  lineSlug: string,
): Promise<StillLine> {
  if (!is(slugSchema, officeSlug)) throw notFound('the office')
  const office = activeLines(db).where('offices.slug', '=', officeSlug)
  const line = is(slugSchema, lineSlug)
    ? await office.where('lines.slug', '=', lineSlug).executeTakeFirst()
    : undefined
  if (line) return line
  const isOffice = await db
    .selectFrom('offices')
    .select('id')
    .where('slug', '=', officeSlug)
    .where('active', '=', true)
    .executeTakeFirst()
  throw notFound(isOffice ? 'the line' : 'the office')
}

/** Puts what moves to what does not. A line that was retired in between has no state, and is left out. */
export function withStates(lines: readonly StillLine[], states: readonly LineState[]): Line[] {
  const byLine = new Map(states.map(state => [state.line_id, state]))
  return lines.flatMap(line => {
    const state = byLine.get(line.id)
    return state ? [{ ...state, ...line }] : []
  })
}
