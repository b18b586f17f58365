import { sql } from 'kysely'
import type { OpeningTimes } from '#contract/rules/office-time.ts'
import type { KioskState } from '#contract/rest/devices.ts'
import type { DeviceCaller } from '#server/web/caller.ts'
import type { DevicesContext } from './devices-context.ts'
import { expectedHere } from './kiosk-reservations.ts'
import { shownLines, shownOffice } from './shown-office.ts'

/**
 * How an office stands as its kiosk shows it: the lines that give numbers there, by priority.
 * @throws Refusal not-found
 * @see rule KIOSK-01
 */
export async function kioskState(
  context: DevicesContext,
  caller: Pick<DeviceCaller, 'link_id' | 'office_id'>,
): Promise<KioskState> {
  const { shown, times } = await shownOffice(context, caller)
  const { lines } = await context.lines.now(caller.office_id)
  return {
    ...shown,
    lines: shownLines(lines, await kioskLines(context, caller.office_id)),
    ...(await asksAt(context, caller.office_id, times)),
  }
}

/** What it asks beside the line. */
async function asksAt(
  { database: { db }, clock }: Pick<DevicesContext, 'database' | 'clock'>,
  officeId: number,
  times: OpeningTimes,
): Promise<Pick<KioskState, 'preference' | 'booked'>> {
  const row = await db
    .selectFrom('offices as o')
    .select('o.preference')
    .select(sql<boolean>`exists (select ${expectedHere(clock.now(), times)})`.as('booked'))
    .where('o.id', '=', officeId)
    .executeTakeFirst()
  return { preference: row?.preference ? (row.preference.law ?? 'own') : null, booked: row?.booked ?? false }
}

/**
 * The lines of which an office's kiosk gives numbers: hidden ones are reached by their link alone, and by
 * video nobody is attended who has no phone.
 */
export async function kioskLines(
  { database: { db } }: Pick<DevicesContext, 'database'>,
  officeId: number,
): Promise<ReadonlySet<number>> {
  const lines = await db
    .selectFrom('lines')
    .select('id')
    .where('office_id', '=', officeId)
    .where('active', '=', true)
    .where('takes_tickets', '=', true)
    .where('type', '<>', 'hidden')
    .where('virtual', '=', false)
    .execute()
  return new Set(lines.map(({ id }) => id))
}
