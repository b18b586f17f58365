import { type RawBuilder, sql } from 'kysely'
import { DONE_STATES, HELD_STATES } from '#contract/rules/reservation-state.ts'
import { inLane } from '#server/database/lanes.ts'
import { stateList } from '#server/database/state-list.ts'
import { stepByStep } from '#server/database/step-by-step.ts'
import { isSure } from '#server/platform/clock.ts'
import { isDone } from '#server/queue/turn/is-done.ts'
import { forget } from './erase-person.ts'
import { giveBack } from './give-back.ts'
import type { OwnDataContext } from './own-data-context.ts'

/** Whatever was under way when somebody was erased has come to its end, at any server. */
const SETTLED_MS = 24 * 3_600_000

const BEFORE_ALL = '00000000-0000-0000-0000-000000000000'

/** SQL over the user `u`: they have such a number `t`, or such a reservation `r`. */
const hasAny = (of: { ticket: RawBuilder<unknown>; reservation: RawBuilder<unknown> }) => sql<boolean>`(
  exists (select from tickets t where t.user_id = u.id and (${of.ticket}))
  or exists (select from reservations r where r.user_id = u.id and (${of.reservation}))
)`

const isKnown = (row: 't' | 'r') =>
  sql`${sql.ref(`${row}.identity_hash`)} is not null or ${sql.ref(`${row}.meta`)} is not null`

/** SQL over the user `u`: something is left to be given back, or tells of them. */
const isLeft = hasAny({
  ticket: sql`t.state in ('waiting', 'parked') or ${isKnown('t')}`,
  reservation: sql`r.state in ${stateList(HELD_STATES)} or ${isKnown('r')}`,
})

/** SQL over the user `u`: something may still come back to be theirs: a number that a desk has called. */
const isOpen = (at: Date) =>
  hasAny({
    ticket: sql`not ${isDone(at)} or ${isKnown('t')}`,
    reservation: sql`r.state not in ${stateList(DONE_STATES)} or ${isKnown('r')}`,
  })

/**
 * Gives back what somebody erased still holds: where the server died before it could, and where a number was
 * being taken in the very moment. However long ago that was: the machine may have been off for days. Whose
 * erasure is finished, a day later, is looked after no more.
 * @param ending aborted where no further step may begin: what is left is done the next time
 * @returns of how many people
 */
export async function finishErasures(context: OwnDataContext, ending?: AbortSignal): Promise<number> {
  const { database, clock } = context
  let finished = 0
  let failed: unknown
  let last = BEFORE_ALL

  async function finish(id: string): Promise<void> {
    try {
      await giveBack(context, id)
      await database.transaction(transaction => forget(transaction, { user_id: id }))
      finished += 1
    } catch (error) {
      // Of one whose office is in trouble nobody else has to wait.
      failed ??= error
    }
  }

  async function step(most: number): Promise<number> {
    const { rows } = await sql<{ id: string; is_left: boolean }>`
      select u.id, ${isLeft} as is_left from users u
      where u.erased_at is not null and u.erasure_finished_at is null and u.id > ${last}::uuid
      order by u.id limit ${sql.lit(most)}`.execute(database.db)
    for (const { id, is_left } of rows) {
      if (ending?.aborted) break
      // They hold offices, at which people wait to be called: before those who only look.
      if (is_left) await inLane('actors', () => finish(id))
    }
    const ids = rows.map(({ id }) => id)
    last = ids.at(-1) ?? last
    const at = clock.now()
    if (ids.length > 0 && isSure(clock))
      await sql`
        update users u set erasure_finished_at = ${at}::timestamptz
        where u.id = any(${ids}::uuid[]) and u.erasure_finished_at is null
          and u.erased_at <= ${new Date(at.getTime() - SETTLED_MS)}::timestamptz and not ${isOpen(at)}`.execute(
        database.db,
      )
    return rows.length
  }

  await stepByStep(step, ending)
  if (failed !== undefined) throw failed
  return finished
}
