import type { Answers, Question } from '#contract/rest/forms.ts'
import type { HoursOfDay } from '#contract/rest/offices.ts'
import type { TimeBlock } from '#contract/rest/reservations.ts'
import type { Database } from '#server/database/database.ts'
import { json } from '#server/database/json-column.ts'
import { systemRandom } from '#server/platform/random.ts'
import { type BookReservation, bookReservation } from '#server/reservations/book-reservation.ts'
import { cancelReservation } from '#server/reservations/cancel-reservation.ts'
import { dayBlocks } from '#server/reservations/free-slots.ts'
import { linePlan } from '#server/reservations/line-plan.ts'
import { moveReservation } from '#server/reservations/move-reservation.ts'
import { queueOffice } from './queue-office.ts'

/** What the default form asks, answered. */
export const ANSWERS: Answers = { name: 'Ana Rojas', tel: '+56 9 1234 5678', email: 'ana@example.com' }

export interface LinePlanOptions {
  minutes?: number
  slots?: number
  days_ahead?: number
  hours?: HoursOfDay[] | null
  unavailable_days?: string[]
  modalities?: 'in-person' | 'video' | 'both'
  confirm_minutes?: number | null
  form?: Omit<Question, 'officeId'>[] | null
  takes_reservations?: boolean
}

export type Block = Pick<TimeBlock, 'from' | 'to'>

const columnsOf = (plan: LinePlanOptions) => ({
  ...(plan.minutes !== undefined && { reserve_minutes: plan.minutes }),
  ...(plan.slots !== undefined && { reserve_slots: plan.slots }),
  ...(plan.days_ahead !== undefined && { reserve_days_ahead: plan.days_ahead }),
  ...(plan.hours !== undefined && { reserve_hours: plan.hours && json(plan.hours) }),
  ...(plan.unavailable_days !== undefined && { unavailable_days: json(plan.unavailable_days) }),
  ...(plan.modalities !== undefined && { reserve_modalities: plan.modalities }),
  ...(plan.confirm_minutes !== undefined && { reserve_confirm_minutes: plan.confirm_minutes }),
  ...(plan.form !== undefined && { reserve_form: plan.form && json(plan.form) }),
  ...(plan.takes_reservations !== undefined && { takes_reservations: plan.takes_reservations }),
})

type OfficeOptions = Parameters<typeof queueOffice>[1] & {
  one_per?: 'line' | 'office' | 'organization'
  organization_id?: number
}

/**
 * An office at which times are booked, on a real database: open round the clock and at noon on a Saturday,
 * unless told.
 */
export async function reservationOffice(database: Database, options: OfficeOptions = {}) {
  const { one_per, organization_id, ...rest } = options
  const office = await queueOffice(database, rest)
  const { db } = database
  const { context, office_id } = office
  if (one_per !== undefined || organization_id !== undefined) {
    await db
      .updateTable('offices')
      .set({
        ...(one_per !== undefined && { reserve_one_per: one_per }),
        ...(organization_id !== undefined && { organization_id }),
      })
      .where('id', '=', office_id)
      .execute()
  }

  /** As a new office's file says. */
  const planLine = async (line_id: number, plan: LinePlanOptions): Promise<void> => {
    await db.updateTable('lines').set(columnsOf(plan)).where('id', '=', line_id).execute()
  }

  return {
    ...office,
    planLine,
    /** From now on one reservation a person, so far as that reaches. */
    async limit(one_per: 'line' | 'office' | 'organization'): Promise<void> {
      await db.updateTable('offices').set({ reserve_one_per: one_per }).where('id', '=', office_id).execute()
    },
    async reserveLine(plan: LinePlanOptions = {}): Promise<number> {
      const line_id = await office.line()
      await planLine(line_id, { takes_reservations: true, ...plan })
      return line_id
    },
    book: (line_id: number, { from, to }: Block, user_id: string, more: Partial<BookReservation> = {}) =>
      bookReservation(context, {
        line_id,
        from,
        to,
        user_id,
        temporal: true,
        request_id: systemRandom.uuid(),
        keeps: true,
        meet: false,
        meta: { answers: ANSWERS },
        ...more,
      }),
    cancel: (id: string, user_id: string) => cancelReservation(context, { id, user_id }),
    move: (id: string, user_id: string, { from, to }: Block) =>
      moveReservation(context, { id, user_id, from, to }),
    async blocks(line_id: number, day: string) {
      const plan = await linePlan(db, line_id)
      return plan ? await dayBlocks(context, plan, day) : []
    },
    reservation: (id: string) =>
      db.selectFrom('reservations').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
    /** Those of a line that hold a slot, by their time. */
    live: (line_id: number) =>
      db
        .selectFrom('reservations')
        .selectAll()
        .where('line_id', '=', line_id)
        .where('deleted_at', 'is', null)
        .orderBy('block_from')
        .orderBy('slot')
        .execute(),
  }
}

/** An office that has had its first fact, with a line in which times are booked, and a day's blocks of it. */
export async function openReservationOffice(
  database: Database,
  day: string,
  plan: LinePlanOptions = {},
  options?: OfficeOptions,
) {
  const office = await reservationOffice(database, options)
  await office.fill(await office.line(), 1)
  const line_id = await office.reserveLine(plan)
  const blocks = await office.blocks(line_id, day)
  return { ...office, line_id, block: (index: number) => blockAt(blocks, index) }
}

export type ReservationOffice = Awaited<ReturnType<typeof reservationOffice>>

/** The block that stands at this place of a list, which must be there. */
export function blockAt<Each extends Block>(blocks: readonly Each[], index: number): Each {
  const block = blocks[index]
  if (!block) throw new Error(`there is no block ${index} of ${blocks.length}`)
  return block
}
