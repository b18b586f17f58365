import type { OpeningWish } from '#contract/rest/push.ts'
import { enablePush } from './enable-push.ts'
import type { FlowContext, PushSwitchState } from '../flow-context.ts'
import { failureOf } from '../failure-of.ts'
import { type Failure, failure } from '../outcome.ts'
import { whoIsHere } from '../who-is-here.ts'

/** What came of a wish; `unheard`: this browser would not ring, so nothing was wished. */
export type WishOutcome =
  | { status: 'done'; wishes: OpeningWish[] }
  | { status: 'unheard'; state: PushSwitchState }
  | Failure

/**
 * "Avísame cuando abra": makes sure that this browser rings, and leaves the wish at the server. To be called
 * from the press itself, which is what permission is asked for with: also before it is known who is here.
 */
export async function wishOpening(context: FlowContext, wish: OpeningWish): Promise<WishOutcome> {
  const state = await enablePush(context, 'wish')
  if (!(await whoIsHere(context))) return failure('user-is-guest')
  if (state !== 'on') return { status: 'unheard', state }
  try {
    return { status: 'done', wishes: await context.api.push.wishOpening(wish) }
  } catch (error) {
    return failureOf(error)
  }
}

/** Takes it back. */
export async function dropOpening(
  { api }: Pick<FlowContext, 'api'>,
  wish: OpeningWish,
): Promise<WishOutcome> {
  try {
    return { status: 'done', wishes: await api.push.dropOpening(wish) }
  } catch (error) {
    return failureOf(error)
  }
}
