import type { DeskBookable } from '#contract/rest/desk-booking.ts'
import { deskQuestions } from '#contract/rules/desk-form.ts'
import { needsDocument } from './book-for-somebody.ts'
import { type LinePlan, linePlan, officePlans } from './line-plan.ts'
import { notFound } from '#server/web/refusal.ts'
import { reservationRefusal } from './reservation-refusals.ts'
import type { ReadContext } from './reservations-context.ts'
import { bookableDays } from './time-blocks.ts'

/**
 * In which lines of an office something can be booked, and what its desks ask when they do it for somebody
 * else.
 */
export async function bookableLines(
  { database, clock }: ReadContext,
  { office_id }: { office_id: number },
): Promise<DeskBookable> {
  const at = clock.now()
  const plans = await officePlans(database.db, { office_id })
  return {
    lines: plans.map(plan => ({
      line_id: plan.line_id,
      slug: plan.line_slug,
      name: plan.line_name,
      // Whom a desk books for has no phone on which to meet.
      by_video_alone: plan.modalities === 'video',
      minutes: plan.minutes,
      first_day: bookableDays(plan, at).first,
      last_day: bookableDays(plan, at).last,
      document_needed: needsDocument(plan),
      questions: deskQuestions(plan.questions),
    })),
  }
}

/** @throws Refusal not-found, for another office's line as for none; reserve-not-open where it takes none */
export async function requireLineOfOffice(
  { database }: Pick<ReadContext, 'database'>,
  { office_id, line_id }: { office_id: number; line_id: number },
): Promise<LinePlan> {
  const plan = await linePlan(database.db, line_id)
  if (!plan || plan.office_id !== office_id) throw notFound('the line')
  if (!plan.open) throw reservationRefusal('reserve-not-open')
  return plan
}
