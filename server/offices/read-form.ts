import type { Kysely } from 'kysely'
import type { Form } from '#contract/rest/forms.ts'
import { defaultQuestions } from '#contract/rules/form-answers.ts'
import type { Tables } from '#server/database/tables.ts'
import { notFound } from '#server/web/refusal.ts'
import { isSerial } from './serial.ts'

/**
 * What a line asks before it gives a number, or before a time is booked in it: the default form where it has
 * none of its own (FORM-01). The same for everybody, and kept as such: what this person answers is for their
 * own device to know.
 * @throws Refusal not-found
 */
export async function readForm(
  db: Kysely<Tables>,
  officeId: number,
  lineId: number,
  before: 'ticket' | 'reservation',
): Promise<Form> {
  const line =
    isSerial(officeId) && isSerial(lineId)
      ? await db
          .selectFrom('lines')
          .innerJoin('offices', 'offices.id', 'lines.office_id')
          .select(['lines.ticket_form', 'lines.reserve_form', 'offices.preference'])
          .where('lines.id', '=', lineId)
          .where('lines.office_id', '=', officeId)
          .where('lines.active', '=', true)
          .where('offices.active', '=', true)
          .executeTakeFirst()
      : undefined
  if (!line) throw notFound('the line')
  const form = before === 'ticket' ? (line.ticket_form ?? []) : line.reserve_form
  const questions = form?.map(question => ({ ...question, officeId })) ?? defaultQuestions(officeId)
  const preference = before === 'ticket' && line.preference ? (line.preference.law ?? 'own') : null
  return { questions: questions.map(question => ({ answer: null, ...question })), preference }
}
