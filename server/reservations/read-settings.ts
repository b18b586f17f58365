import { MODALITIES, type ReservationSettings } from '#contract/rest/reservations.ts'
import { requireBookableOffice } from './bookable-office.ts'
import type { ReadContext } from './reservations-context.ts'
import { bookableDays } from './time-blocks.ts'

/**
 * What may be booked at an office, and how.
 * @throws Refusal where there is no such office, or nothing is booked there
 */
export async function readSettings(
  { database, clock }: ReadContext,
  officeSlug: string,
): Promise<ReservationSettings> {
  const office = await requireBookableOffice(database.db, { office_slug: officeSlug })
  const at = clock.now()
  return {
    office: office.office_slug,
    time_zone: office.time_zone,
    one_per: office.one_per,
    lines: office.plans.map(plan => ({
      line_id: plan.line_id,
      slug: plan.line_slug,
      name: plan.line_name,
      modalities: plan.modalities === 'both' ? [...MODALITIES] : [plan.modalities],
      minutes: plan.minutes,
      last_day: bookableDays(plan, at).last,
      confirm_minutes: plan.confirm_minutes,
    })),
  }
}
