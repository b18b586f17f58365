import type { Kysely } from 'kysely'
import { minutesOf, openingAt, type OpeningTimes, wallTime, addDays } from '#contract/rules/office-time.ts'
import { instantOfWallTime } from '#contract/rules/wall-stretches.ts'
import type { Tables } from '#server/database/tables.ts'
import { enqueueJobs } from '#server/jobs/enqueue-jobs.ts'
import type { NewJob } from '#server/jobs/job.ts'

/** The job that a wish to be told of an opening asks for, and `notify/` does. */
export interface OpeningJobPayloads {
  'tell-opening': { wish_id: string }
}

const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS

/**
 * When an office opens next: now where it is open. Null where no opening comes within a week.
 */
function nextOpening(office: OpeningTimes, at: Date): Date | null {
  const opening = openingAt(at, office)
  if (opening.open) return at
  if (opening.opens === null) return null
  const day = addDays(wallTime(at, office.time_zone).day, opening.opens.inDays)
  return instantOfWallTime(day, minutesOf(opening.opens.at), office.time_zone)
}

/** The same for the same wish, at least 0 and below 1: the first digits of its random id. */
const shareOf = (wishId: string) => Number.parseInt(wishId.slice(0, 8), 16) / 2 ** 32

/**
 * Looks after a wish when its office opens, or tomorrow where nobody knows when that is. A crowd that wished
 * for the same door is told within a minute of its opening, not in the same second: calls go the same way,
 * and must not stand behind it.
 */
export function openingJobOf(
  wishId: string,
  office: OpeningTimes,
  at: Date,
): NewJob<'tell-opening', OpeningJobPayloads['tell-opening']> {
  const opens = nextOpening(office, at) ?? new Date(at.getTime() + DAY_MS)
  const run_at = new Date(opens.getTime() + Math.floor(shareOf(wishId) * MINUTE_MS))
  return { kind: 'tell-opening', key: wishId, payload: { wish_id: wishId }, run_at }
}

/**
 * Looks after the wishes for a line that gives numbers again, or for an office and its lines that is open at
 * other hours now, in the transaction that lets it.
 */
export async function wakeWishes(
  transaction: Kysely<Tables>,
  whose: { line_id: number } | { office_id: number },
  at: Date,
): Promise<void> {
  const wishes = await transaction
    .selectFrom('opening_wishes')
    .innerJoin('offices', 'offices.id', 'opening_wishes.office_id')
    .select(['opening_wishes.id', 'offices.time_zone', 'offices.hours', 'offices.closures'])
    .where(row =>
      'line_id' in whose
        ? row('opening_wishes.line_id', '=', whose.line_id)
        : row('opening_wishes.office_id', '=', whose.office_id),
    )
    .execute()
  // Replaced, for one that is looked after this moment may have found the door still shut.
  await enqueueJobs(
    transaction,
    wishes.map(({ id, ...office }) => openingJobOf(id, office, at)),
    'replace',
  )
}
