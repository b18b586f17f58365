import { FAVORITES_MAX, REQUEST_TIMEOUT_MS } from '#contract/limits.ts'
import type { Favorites } from '#contract/rest/favorites.ts'
import { ApiError } from '#src/api/api-error.ts'
import { aboutOfKey } from '#src/db/favorites.ts'
import type { OutboxItem } from '#src/db/outbox.ts'
import { type FailureCode, heardCode } from '#src/domain/failure-codes.ts'
import { meantBy } from '#src/domain/favorite.ts'
import type { FlowContext } from '../flow-context.ts'
import { recordFavorites } from './load-favorites.ts'

export const FAVORITE = 'favorite'

/** As long as whoever took it could still be telling it. */
const CLAIM_MS = 2 * REQUEST_TIMEOUT_MS

/** By whom it is told, where that is not who is signed in here: whoever left a moment ago. */
export interface Teller {
  user_id: string
  token: string
}

type Wish = OutboxItem & { wanted: boolean }

const meaning = ({ subject }: OutboxItem) => meantBy(aboutOfKey(subject))

/** Tells the server of these; several that are added go together. @throws ApiError */
async function tell(
  { api }: Pick<FlowContext, 'api'>,
  wishes: readonly Wish[],
  token: string | undefined,
): Promise<Favorites> {
  const [first] = wishes as [Wish]
  const { kind, id } = meaning(first)
  if (!first.wanted) return await api.favorites.remove(kind, id, token)
  if (wishes.length === 1) return await api.favorites.add(kind, id, token)
  const of = (which: typeof kind) =>
    wishes.map(meaning).flatMap(meant => (meant.kind === which ? [meant.id] : []))
  return await api.favorites.bring({ offices: of('offices'), lines: of('lines') }, token)
}

/** Those that the server left out: of the hundred no place was free, or they closed for ever meanwhile. */
function leftOut(wishes: readonly Wish[], listed: Favorites): Wish[] {
  return wishes.filter(wish => {
    const { kind, id } = meaning(wish)
    return wish.wanted && !listed[kind].some(kept => kept.id === id)
  })
}

/** Nobody may have it: it is as it was before. */
async function bringBack(
  context: FlowContext,
  wishes: readonly Wish[],
  code: FailureCode | null,
): Promise<void> {
  const { clock, db, notices, random } = context
  await db.atomically(async ({ favorites, outbox }) => {
    for (const { subject, wanted } of wishes) {
      if (await outbox.settle(FAVORITE, subject, wanted))
        await favorites.settle(subject, 'refused', clock.now())
    }
  })
  if (code !== null) notices.raise({ kind: 'generic-error', subject: `favorites ${random.uuid()}`, code })
}

/** @returns whether the server could be told */
async function sendTogether(
  context: FlowContext,
  wishes: readonly Wish[],
  teller: Teller | undefined,
): Promise<boolean> {
  const { clock, db, session } = context
  const userId = teller?.user_id ?? session.user()?.user_id
  const asked_at = clock.now()
  let listed: Favorites
  try {
    listed = await tell(context, wishes, teller?.token)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.isUncertain || error.status === 429 || error.status === 401) {
      for (const { subject } of wishes) await db.outbox.release(FAVORITE, subject)
      return false
    }
    await bringBack(context, wishes, heardCode(error.code))
    return true
  }
  const refused = leftOut(wishes, listed)
  const isFull = refused.some(wish => listed[meaning(wish).kind].length >= FAVORITES_MAX)
  if (refused.length > 0) await bringBack(context, refused, isFull ? 'favorites-full' : null)
  await db.atomically(async ({ favorites, outbox }) => {
    for (const { subject, wanted } of wishes) {
      if (await outbox.settle(FAVORITE, subject, wanted)) await favorites.settle(subject, 'told', clock.now())
    }
  })
  if (userId !== undefined && !teller) await recordFavorites(context, userId, { listed, asked_at })
  return true
}

/** What is told next, in one request: everything that is added, or one that is removed. */
async function claimNext(context: FlowContext, userId: string): Promise<Wish[]> {
  const { clock, db } = context
  const claimed: Wish[] = []
  for (const item of await db.outbox.all(FAVORITE)) {
    if (item.user_id !== userId || (claimed.length > 0 && !item.wanted)) continue
    const { kind } = meaning(item)
    if (claimed.filter(other => meaning(other).kind === kind).length >= FAVORITES_MAX) continue
    const now = clock.now()
    if (!(await db.outbox.claim(FAVORITE, item.subject, now, now + CLAIM_MS))) continue
    claimed.push({ ...item, wanted: item.wanted === true })
    if (!item.wanted) break
  }
  return claimed
}

/**
 * Tells the server what somebody with an account added and removed; each by one page alone, and in the order
 * of their wishes.
 *
 * @param as by whom, where that is not who is signed in here
 * @returns `waiting` while something of theirs could not be told yet
 */
export async function sendFavorites(context: FlowContext, as?: Teller): Promise<'empty' | 'waiting'> {
  const { db, session } = context
  const userId = as?.user_id ?? session.user()?.user_id
  if (userId === undefined || (as?.token ?? session.token()) === null) return 'waiting'
  for (;;) {
    const wishes = await claimNext(context, userId)
    if (wishes.length === 0) break
    if (!(await sendTogether(context, wishes, as))) break
  }
  const untold = await db.outbox.all(FAVORITE)
  return untold.some(({ user_id }) => user_id === userId) ? 'waiting' : 'empty'
}

/**
 * Whoever has left for good has no more to say. @param userId null where nobody can tell who it was: then
 * nobody has
 */
export async function forgetUntold({ db }: Pick<FlowContext, 'db'>, userId: string | null): Promise<void> {
  for (const { subject, user_id } of await db.outbox.all(FAVORITE)) {
    if (userId === null || user_id === userId) await db.outbox.remove(FAVORITE, subject)
  }
}
