import { PROVIDER_POLL_MS } from '#contract/limits.ts'
import type { ProviderId } from '#contract/rest/accounts.ts'
import type { AttemptBegun } from '#contract/rest/social.ts'
import { ApiError } from '#src/api/api-error.ts'
import type { ProviderTrip } from '#src/platform/provider-trip.ts'
import { type AttemptClaimed, claimAttempt } from './claim-attempt.ts'
import { startSession } from './start-session.ts'
import type { FlowContext } from '../flow-context.ts'
import { failureOf } from '../failure-of.ts'
import { failure } from '../outcome.ts'

/** The person thought better of it: nothing failed, and nothing is said. */
const GIVEN_UP = { status: 'given-up' } as const

export type SignedInWithProvider = AttemptClaimed | typeof GIVEN_UP

type Needs = Pick<FlowContext, 'api' | 'timers'>

/**
 * Something may have come of it; or a while has passed, unless this window leaves: then it waits to be gone.
 */
function nextSign({ timers }: Pick<Needs, 'timers'>, trip: ProviderTrip): Promise<void> {
  return new Promise(resolve => {
    const settle = () => {
      stopListening()
      takeBack?.()
      resolve()
    }
    const stopListening = trip.subscribe(settle)
    const takeBack = trip.mode === 'popup' ? timers.after(PROVIDER_POLL_MS, settle) : null
  })
}

/** How far it is; `pending`, too, while the server cannot be asked: the window is elsewhere, and goes on. */
async function stateOf({ api }: Pick<Needs, 'api'>, id: string): Promise<'pending' | 'done' | ApiError> {
  try {
    const { state, code } = await api.accounts.attempt(id)
    if (state !== 'failed') return state
    return new ApiError(code ?? 'attempt-invalid', 409, 'the provider named nobody')
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return error.code === 'attempt-invalid' ? error : 'pending'
  }
}

/** Until the provider's window is back, the attempt is over (the server says so), or the person gives up. */
async function whenBack(
  context: Needs,
  { attempt_id }: AttemptBegun,
  trip: ProviderTrip,
): Promise<'done' | 'given-up' | ApiError> {
  for (;;) {
    await nextSign(context, trip)
    if (trip.isCancelled()) return 'given-up'
    const state = await stateOf(context, attempt_id)
    if (state !== 'pending') return state
    // Whoever left in this window and came back by the browser's own button gave it up.
    if (trip.mode === 'redirect') return 'given-up'
  }
}

/**
 * Signs in with a provider, or links it to the account that is here.
 * @param trip opened in the press itself
 * @param next where to come back to, for a window that has to leave
 * @see rule AUTH-05
 */
export async function signInWithProvider(
  context: FlowContext,
  provider: ProviderId,
  trip: ProviderTrip,
  next: string,
): Promise<SignedInWithProvider> {
  const { api, connectivity, session, ui } = context
  try {
    if (!connectivity.hasNetwork()) return failure('offline')
    await session.whenKnown()
    // By the token the server knows whose things come along, or to whom it is linked.
    if (session.user() && session.token() === null) await startSession(context)
    const begun = await api.accounts.beginAttempt(provider, {
      mode: trip.mode,
      next,
      language: ui.language(),
    })
    if (trip.isCancelled() || !trip.goTo(begun.url)) return GIVEN_UP
    const back = await whenBack(context, begun, trip)
    if (back === 'given-up') return GIVEN_UP
    if (back !== 'done') return failureOf(back)
    return await claimAttempt(context, { id: begun.attempt_id, provider }, {})
  } catch (error) {
    return failureOf(error)
  } finally {
    trip.end()
  }
}
