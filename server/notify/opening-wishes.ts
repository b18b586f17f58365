import { sql } from 'kysely'
import { OPENING_WISHES_MAX } from '#contract/limits.ts'
import type { OpeningWish } from '#contract/rest/push.ts'
import { askedId } from '#server/database/asked-id.ts'
import { enqueueJobs } from '#server/jobs/enqueue-jobs.ts'
import { agreedNow } from '#server/platform/clock.ts'
import { openingJobOf } from '#server/queue/lines/opening-jobs.ts'
import type { UserCaller } from '#server/web/caller.ts'
import { notFound } from '#server/web/refusal.ts'
import type { NotifyContext } from './notify-context.ts'

/** What a session wishes to be told of, the newest first. */
export async function openingWishesOf(
  { database }: Pick<NotifyContext, 'database'>,
  { user_id, session_id }: UserCaller,
): Promise<OpeningWish[]> {
  return await database.db
    .selectFrom('opening_wishes')
    .select(['office_id', 'line_id'])
    .where('user_id', '=', user_id)
    .where('session_id', '=', session_id)
    .orderBy('wished_at', 'desc')
    .orderBy('id')
    .execute()
}

/**
 * Keeps the wish to be told once when an office opens, or a line of it gives numbers again. Wished twice it
 * is one wish, of the session that wished it last; of more than a few the oldest goes.
 * @throws Refusal not-found: the office, or a line of it in which numbers can be taken by phone
 */
export async function wishOpening(
  { database, clock, random }: NotifyContext,
  { user_id, session_id }: UserCaller,
  { office_id, line_id }: OpeningWish,
): Promise<void> {
  const at = clock.now()
  await database.transaction(async transaction => {
    const office = await transaction
      .selectFrom('offices')
      .select(['time_zone', 'hours', 'closures'])
      .where('id', '=', askedId(office_id))
      .where('active', '=', true)
      .executeTakeFirst()
    if (!office) throw notFound('the office')
    if (line_id !== null) {
      const line = await transaction
        .selectFrom('lines')
        .select('id')
        .where('id', '=', askedId(line_id))
        .where('office_id', '=', office_id)
        .where('active', '=', true)
        .where('type', '<>', 'kiosk')
        .where('takes_tickets', '=', true)
        .executeTakeFirst()
      if (!line) throw notFound('the line')
    }
    const { id } = await transaction
      .insertInto('opening_wishes')
      .values({ id: random.uuid(), user_id, session_id, office_id, line_id, wished_at: at })
      .onConflict(conflict =>
        conflict
          .expression(sql`user_id, office_id, (coalesce(line_id, 0))`)
          .doUpdateSet({ session_id, wished_at: at }),
      )
      .returning('id')
      .executeTakeFirstOrThrow()
    await transaction
      .deleteFrom('opening_wishes')
      .where('user_id', '=', user_id)
      .where('id', 'not in', newest =>
        newest
          .selectFrom('opening_wishes')
          .select('id')
          .where('user_id', '=', user_id)
          .orderBy('wished_at', 'desc')
          .orderBy('id')
          .limit(OPENING_WISHES_MAX),
      )
      .where('id', '<>', id)
      .execute()
    await enqueueJobs(transaction, [openingJobOf(id, office, agreedNow(clock))], 'replace')
  })
}

/** Takes a wish back. Does nothing where it does not exist, or was fulfilled meanwhile. */
export async function dropOpeningWish(
  { database }: Pick<NotifyContext, 'database'>,
  { user_id }: UserCaller,
  { office_id, line_id }: OpeningWish,
): Promise<void> {
  await database.db
    .deleteFrom('opening_wishes')
    .where('user_id', '=', user_id)
    .where('office_id', '=', askedId(office_id))
    .where('line_id', 'is not distinct from', line_id === null ? null : askedId(line_id))
    .execute()
}
