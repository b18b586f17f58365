import { addDays, wallTime } from '#contract/rules/office-time.ts'
import { json } from '#server/database/json-column.ts'
import type { TestServer } from '#tests/support/server.ts'

/** Of the town's second notary, with one line, where a number is taken or a time is booked. */
export const SHUT = '/offices/notaria-nunoa'
export const SHUT_LINE = `${SHUT}/lines/legalizar`

const OPENS_IN_DAYS = 3
const HOURS = [1, 2, 3, 4, 5, 6, 7].map(weekday => ({ weekday, from: '09:00', to: '14:00' }))

/**
 * Shuts the town's second notary, five kilometres from the first, which is open.
 * @returns the weekday on which it opens again, at nine, in Spanish: also should midnight pass meanwhile
 */
export async function shutOffice({ database: { db } }: Pick<TestServer, 'database'>): Promise<string> {
  const today = wallTime(new Date(), 'America/Santiago').day
  const closures = Array.from({ length: OPENS_IN_DAYS }, (_, days) => addDays(today, days))
  const { id: office_id } = await db
    .updateTable('offices')
    .set({ hours: json(HOURS), closures: json(closures) })
    .where('slug', '=', 'notaria-nunoa')
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('lines')
    .values({
      office_id,
      slug: 'legalizar',
      name: 'Legalizar un documento',
      prefix: 'G',
      type: 'normal',
      takes_reservations: true,
      reserve_days_ahead: 40,
    })
    .execute()
  const opens = new Date(`${addDays(today, OPENS_IN_DAYS)}T12:00:00Z`)
  return new Intl.DateTimeFormat('es', { weekday: 'long', timeZone: 'UTC' }).format(opens)
}
