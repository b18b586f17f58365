import { openingAt, type OpeningTimes } from '#contract/rules/office-time.ts'
import type { ShownLine, ShownOffice, WallState } from '#contract/rest/devices.ts'
import type { NamedLineState } from '#server/queue/lines/line-states.ts'
import type { DeviceCaller } from '#server/web/caller.ts'
import { notFound } from '#server/web/refusal.ts'
import type { DevicesContext } from './devices-context.ts'

type Shown = Omit<WallState, 'calls' | 'seq' | 'lines' | 'office'> & { office: ShownOffice }

/**
 * What every device shows of its office, and by which times that is open.
 * @throws Refusal not-found, for an office that is no more
 */
export async function shownOffice(
  { database: { db }, clock }: Pick<DevicesContext, 'database' | 'clock'>,
  { link_id, office_id }: Pick<DeviceCaller, 'link_id' | 'office_id'>,
): Promise<{ shown: Shown; times: OpeningTimes }> {
  const row = await db
    .selectFrom('offices')
    .innerJoin('office_links', 'office_links.office_id', 'offices.id')
    .select(['offices.id', 'offices.slug', 'offices.name', 'category_slug as category_id', 'time_zone'])
    .select(['demo', 'web_only', 'hours', 'closures', 'languages'])
    .where('offices.id', '=', office_id)
    .where('offices.active', '=', true)
    .where('office_links.id', '=', link_id)
    .executeTakeFirst()
  if (!row) throw notFound('the office')
  const { hours, closures, languages, ...office } = row
  const at = clock.now()
  const times = { time_zone: office.time_zone, hours, closures }
  const opening = openingAt(at, times)
  const { open } = opening
  const shown = { at: at.toISOString(), office, languages, open, opens: open ? null : opening.opens }
  return { shown, times }
}

/** Of lines as they stand, those that a device shows, in their order. */
export const shownLines = (states: readonly NamedLineState[], ids: ReadonlySet<number>): ShownLine[] =>
  states
    .filter(({ line_id }) => ids.has(line_id))
    .map(({ line_id, name, waiting, wait, frozen }) => ({ line_id, name, waiting, wait, frozen }))

/** The lines that an office's room sees: none that only its link opens, none that is attended by video. */
export async function linesInTheRoom(
  { database: { db } }: Pick<DevicesContext, 'database'>,
  officeId: number,
): Promise<ReadonlySet<number>> {
  const lines = await db
    .selectFrom('lines')
    .select('id')
    .where('office_id', '=', officeId)
    .where('type', '<>', 'hidden')
    .where('virtual', '=', false)
    .execute()
  return new Set(lines.map(({ id }) => id))
}
