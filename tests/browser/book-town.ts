import type { Question } from '#contract/rest/forms.ts'
import { addDays, wallTime } from '#contract/rules/office-time.ts'
import { json } from '#server/database/json-column.ts'
import type { TestServer } from '#tests/support/server.ts'
import type { Town } from './app-town.ts'

export const ZONE = 'America/Santiago'

const hours = [1, 2, 3, 4, 5, 6, 7].flatMap(weekday => [
  { weekday, from: '09:00', to: '12:00' },
  { weekday, from: '15:00', to: '17:00' },
  { weekday, from: '19:00', to: '20:00' },
])

let openedAt = Date.now()

/**
 * A day of the office's calendar, so many days from the one on which its times were opened: YYYY-MM-DD. Over
 * midnight it stays that one, as the test server's clock does.
 */
export const dayFromNow = (days: number): string => addDays(wallTime(new Date(openedAt), ZONE).day, days)

const REPERTORIO: Omit<Question, 'officeId'> = {
  id: 'repertorio',
  fieldType: 'text',
  question: 'Número de repertorio',
  limit: 6,
  required: true,
  validCharacter: String.raw`\d{6}`,
  validMessage: 'Son los seis dígitos de arriba a la derecha',
  active: true,
}

const question = { limit: null, required: true, validCharacter: null, validMessage: null, active: true }
/** Asks who it is for, by name and document. */
export const WHO: Omit<Question, 'officeId'>[] = [
  { ...question, id: 'name', fieldType: 'name', question: 'Nombre' },
  { ...question, id: 'rut', fieldType: 'rut', question: 'RUT' },
]

/**
 * Lines of the notary's office whose times can be booked: one by video or in person with the default form,
 * one in person with a single place an hour and a form of its own, one that somebody has to confirm, one with
 * nothing left.
 */
export async function openBooks({ database: { db } }: TestServer, { office_id }: Pick<Town, 'office_id'>) {
  openedAt = Date.now()
  const line = {
    office_id,
    type: 'normal' as const,
    takes_tickets: false,
    takes_reservations: true,
    reserve_hours: json(hours),
    reserve_minutes: 30,
    reserve_days_ahead: 40,
  }
  const lines = await db
    .insertInto('lines')
    .values([
      {
        ...line,
        slug: 'poderes',
        name: 'Poderes y mandatos',
        prefix: 'P',
        reserve_slots: 3,
        reserve_modalities: 'both',
        unavailable_days: json([dayFromNow(0), dayFromNow(1), dayFromNow(4)]),
      },
      {
        ...line,
        slug: 'copias-certificadas',
        name: 'Copias certificadas',
        prefix: 'K',
        reserve_slots: 1,
        unavailable_days: json([dayFromNow(0)]),
        reserve_form: json([REPERTORIO]),
      },
      {
        ...line,
        slug: 'asesor',
        name: 'Asesoría legal',
        prefix: 'L',
        reserve_confirm_minutes: 60,
        reserve_form: json([]),
      },
      {
        ...line,
        slug: 'llena',
        name: 'Matrimonios',
        prefix: 'M',
        reserve_days_ahead: 1,
        unavailable_days: json([dayFromNow(0), dayFromNow(1)]),
      },
    ])
    .returning(['id', 'slug'])
    .execute()
  return { lineId: (slug: string) => lines.find(row => row.slug === slug)?.id as number }
}
