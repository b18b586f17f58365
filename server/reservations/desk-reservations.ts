import { type RawBuilder, sql } from 'kysely'
import type { DeskReservation, DeskReservations } from '#contract/rest/desk.ts'
import type { Question } from '#contract/rest/forms.ts'
import { reservationDocumentRepeated } from '#server/database/document-repeated.ts'
import { answersInOrder, defaultQuestions } from '#contract/rules/form-answers.ts'
import { officeDayAt, officeDaySpan } from '#contract/rules/office-day.ts'
import { addDays } from '#contract/rules/office-time.ts'
import { isPromised } from '#contract/rules/reservation-state.ts'
import { instantOfWallTime } from '#contract/rules/wall-stretches.ts'
import { bookedName } from '#server/secrets/booked-name.ts'
import type { SealedMeta } from '#server/secrets/sealed-meta.ts'
import { notFound } from '#server/web/refusal.ts'
import { reservationCode } from './owned-reservations.ts'
import type { ReservationsContext } from './reservations-context.ts'

/** What reading for a desk needs. */
export type Reading = Pick<ReservationsContext, 'database' | 'clock' | 'protect'>

interface Row extends Pick<DeskReservation, 'id' | 'line_id' | 'line_name' | 'meet' | 'state'> {
  office_id: number
  block_from: Date
  block_to: Date
  confirm_by: Date | null
  document_repeated: boolean
  arrived_at: Date | null
  user_id: string | null
  booked_for: Uint8Array | null
  person: Uint8Array | null
  meta: Uint8Array | null
  reserve_form: Omit<Question, 'officeId'>[] | null
}

function answersOf({ office_id, meta, reserve_form }: Row, { protect }: Reading): DeskReservation['answers'] {
  if (meta === null) return []
  const { answers = {} } = protect.openMeta(meta) as SealedMeta
  return answersInOrder(reserve_form ?? defaultQuestions(office_id), answers)
}

/**
 * Those of an office that were not cancelled, nor left unconfirmed for too long, by their time: one
 * statement.
 * @param which SQL over the reservation `r` and its office `o`
 */
export async function readReservations(
  context: Reading,
  officeId: number,
  which: RawBuilder<unknown>,
): Promise<DeskReservation[]> {
  const { rows } = await sql<Row>`
    select r.id, r.office_id, r.line_id, l.name as line_name, l.reserve_form, r.meet, r.state,
      r.block_from, r.block_to, r.confirm_by, r.arrived_at, r.meta, ${reservationDocumentRepeated} as document_repeated,
      r.user_id, r.booked_for, u.person
    from reservations r join lines l on l.id = r.line_id join offices o on o.id = r.office_id
    left join users u on u.id = r.user_id
    where r.office_id = ${officeId}::integer and r.deleted_at is null and ${which}
      and not (r.state = 'pending' and r.confirm_by <= ${context.clock.now()}::timestamptz)
    order by r.block_from, r.inserted_at, r.id`.execute(context.database.db)
  return rows.map(row => asSeen(row, context))
}

function asSeen(row: Row, context: Reading): DeskReservation {
  const answers = answersOf(row, context)
  return {
    id: row.id,
    code: reservationCode(row.id),
    from: row.block_from.toISOString(),
    to: row.block_to.toISOString(),
    line_id: row.line_id,
    line_name: row.line_name,
    meet: row.meet,
    state: row.state,
    confirm_by: row.state === 'pending' ? (row.confirm_by?.toISOString() ?? null) : null,
    document_repeated: row.document_repeated,
    arrived_at: row.arrived_at?.toISOString() ?? null,
    name: bookedName({ ...row, reservation_id: row.id }, answers, context.protect),
    by_desk: row.user_id === null,
    secret: row.user_id === null && isPromised(row) ? context.protect.slipSecret(row.id) : null,
    answers,
  }
}

/**
 * What is booked at an office on one of its days, by time.
 * @param input.day YYYY-MM-DD in the office's zone; unless told its today, which goes on after midnight for
 * as long as the evening does
 * @throws Refusal not-found
 */
export async function deskReservations(
  context: Reading,
  input: { office_id: number; day?: string | undefined },
): Promise<DeskReservations> {
  const office = await context.database.db
    .selectFrom('offices')
    .select(['time_zone', 'hours', 'closures'])
    .where('id', '=', input.office_id)
    .executeTakeFirst()
  if (!office) throw notFound('the office')
  const at = context.clock.now()
  const { day = officeDayAt(at, office).of } = input
  const { from, to } =
    input.day === undefined
      ? officeDaySpan(at, office)
      : {
          from: instantOfWallTime(day, 0, office.time_zone),
          to: instantOfWallTime(addDays(day, 1), 0, office.time_zone),
        }
  const ofDay = sql`r.block_from >= ${from}::timestamptz and r.block_from < ${to}::timestamptz`
  return { day, reservations: await readReservations(context, input.office_id, ofDay) }
}

/** One of an office's reservations. @throws Refusal not-found */
export async function deskReservation(
  context: Reading,
  { id, office_id }: { id: string; office_id: number },
): Promise<DeskReservation> {
  const [found] = await readReservations(context, office_id, sql`r.id = ${id}::uuid`)
  if (!found) throw notFound('the reservation')
  return found
}
