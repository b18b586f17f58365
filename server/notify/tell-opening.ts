import { openingAt } from '#contract/rules/office-time.ts'
import { enqueueJobs } from '#server/jobs/enqueue-jobs.ts'
import { type JobHandlers, TryAgainLater } from '#server/jobs/job.ts'
import { agreedNow } from '#server/platform/clock.ts'
import { openingJobOf, type OpeningJobPayloads } from '#server/queue/lines/opening-jobs.ts'
import type { NotifyContext } from './notify-context.ts'
import { sendToUser } from './send-to-user.ts'

/** That a door has opened is worth knowing for so long. */
const OPENING_STANDS_MS = 60 * 60_000

type Wish = NonNullable<Awaited<ReturnType<typeof readWish>>>

function readWish({ database }: NotifyContext, wishId: string) {
  return database.db
    .selectFrom('opening_wishes as wish')
    .innerJoin('sessions', 'sessions.id', 'wish.session_id')
    .innerJoin('offices', 'offices.id', 'wish.office_id')
    .leftJoin('lines', 'lines.id', 'wish.line_id')
    .where('wish.id', '=', wishId)
    .select([
      'wish.user_id',
      'wish.line_id',
      'sessions.revoked_at',
      'sessions.expires_at',
      'offices.slug as office_slug',
      'offices.name as office_name',
      'offices.time_zone',
      'offices.hours',
      'offices.closures',
      'offices.active as office_active',
      'lines.name as line_name',
      'lines.active as line_active',
      'lines.frozen',
      'lines.frozen_until',
      'lines.closed_until',
    ])
    .executeTakeFirst()
}

/** Whether the line gives no numbers now. A wish for a whole office has no line: false. */
const isShut = ({ frozen, frozen_until, closed_until }: Wish, now: Date): boolean =>
  (closed_until !== null && closed_until > now) ||
  (frozen === true && (frozen_until === null || frozen_until > now))

/**
 * The handler of the wishes to be told of an opening. It looks at the door as it stands now: what is still
 * shut is looked after again when it opens, and who has left is told nothing.
 */
export const tellOpening = (context: NotifyContext): JobHandlers<OpeningJobPayloads> => ({
  async 'tell-opening'({ wish_id }) {
    const { database, clock } = context
    const wish = await readWish(context, wish_id)
    if (!wish) return
    // The job's own time: by a clock that is behind it the door would be looked after again and again.
    const now = agreedNow(clock)
    const forget = () => database.db.deleteFrom('opening_wishes').where('id', '=', wish_id).execute()
    const hasLeft = wish.revoked_at !== null || wish.expires_at <= now
    if (hasLeft || !wish.office_active || wish.line_active === false) return void (await forget())
    if (!openingAt(now, wish).open) {
      return await enqueueJobs(database.db, [openingJobOf(wish_id, wish, now)], 'replace')
    }
    // The clerk's word, when it comes, asks for this job again.
    if (isShut(wish, now)) return
    const sent = await sendToUser(
      context,
      wish.user_id,
      {
        kind: 'opened',
        occasion: wish_id,
        tuid: null,
        office_slug: wish.office_slug,
        office_name: wish.office_name,
        line_id: wish.line_id,
        line_name: wish.line_name,
        ticket: null,
        modulo: null,
        ahead: null,
        at: now,
        seq: null,
      },
      { standsMs: OPENING_STANDS_MS, urgency: 'high' },
    )
    // They are told once, whichever of their browsers took it. While the door stands open it is news to those
    // that none did; once it is shut they are told of the next time.
    if (sent.accepted + sent.heard > 0 || sent.postponed === 0) return void (await forget())
    const until = new Date(now.getTime() + OPENING_STANDS_MS)
    throw new TryAgainLater('no push service took the opening', sent.waitMs, { until })
  },
})
