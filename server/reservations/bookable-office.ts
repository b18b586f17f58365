import type { Kysely } from 'kysely'
import { is } from 'valibot'
import { slug as slugSchema } from '#contract/primitives.ts'
import { askedId } from '#server/database/asked-id.ts'
import type { Tables } from '#server/database/tables.ts'
import { notFound } from '#server/web/refusal.ts'
import { type LinePlan, officePlans } from './line-plan.ts'
import { reservationRefusal } from './reservation-refusals.ts'

/** An office as far as times are booked there: none of its lines need take reservations. */
export interface BookableOffice
  extends Pick<LinePlan, 'office_id' | 'office_slug' | 'time_zone' | 'one_per'> {
  plans: LinePlan[]
}

type AskedOffice = { office_id: number } | { office_slug: string }

/** @throws Refusal not-found */
export async function requireBookableOffice(db: Kysely<Tables>, asked: AskedOffice): Promise<BookableOffice> {
  // What is no slug may hold what PostgreSQL takes in no text at all.
  if ('office_slug' in asked && !is(slugSchema, asked.office_slug)) throw notFound('the office')
  const plans = await officePlans(db, asked)
  const office =
    plans[0] ??
    (await db
      .selectFrom('offices')
      .select(['id as office_id', 'slug as office_slug', 'time_zone', 'reserve_one_per as one_per'])
      .where(row =>
        'office_id' in asked ? row('id', '=', askedId(asked.office_id)) : row('slug', '=', asked.office_slug),
      )
      .where('active', '=', true)
      .executeTakeFirst())
  if (!office) throw notFound('the office')
  const { office_id, office_slug, time_zone, one_per } = office
  return { office_id, office_slug, time_zone, one_per, plans }
}

/**
 * A line that takes reservations, by its slug.
 * @throws Refusal not-found: the office, or else the line; reserve-not-open where it takes none
 */
export async function requireBookableLine(
  db: Kysely<Tables>,
  { office_slug, line_slug }: { office_slug: string; line_slug: string },
): Promise<LinePlan> {
  const { office_id, plans } = await requireBookableOffice(db, { office_slug })
  const plan = plans.find(line => line.line_slug === line_slug)
  if (plan) return plan
  const line =
    is(slugSchema, line_slug) &&
    (await db
      .selectFrom('lines')
      .select('id')
      .where('office_id', '=', office_id)
      .where('slug', '=', line_slug)
      .where('active', '=', true)
      .executeTakeFirst())
  throw line ? reservationRefusal('reserve-not-open') : notFound('the line')
}
