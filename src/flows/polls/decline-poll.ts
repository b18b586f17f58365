import { ApiError } from '#src/api/api-error.ts'
import { failureOf } from '../failure-of.ts'
import type { FlowContext } from '../flow-context.ts'
import { keepTheirs } from '../keep-theirs.ts'
import { DONE, failure } from '../outcome.ts'
import { type AnswerOutcome, POLL } from './answer-poll.ts'
import { pollOver } from './poll-over.ts'
import { whoIsHere } from '../who-is-here.ts'

/**
 * "No, thanks": it is offered no more, here at once, and elsewhere once the server has heard it. Without a
 * network, or when no answer comes, that waits in the outbox.
 */
export async function declinePoll(context: FlowContext, ticketId: string): Promise<AnswerOutcome> {
  const { api, clock, connectivity, session } = context
  const user = await whoIsHere(context)
  if (!user) return failure('user-is-guest')
  const { user_id } = user
  await pollOver(context, ticketId, 'over')
  const wait = async (): Promise<AnswerOutcome> => {
    const kept = await keepTheirs(context, user_id, async ({ outbox }) => {
      await outbox.put(POLL, clock.now(), { subject: ticketId, user_id })
      return true
    })
    return kept ? { status: 'waiting' } : failure('user-is-guest')
  }
  // Remembered without a token: the server could not even be asked who this is.
  if (!connectivity.hasNetwork() || session.token() === null) return await wait()
  try {
    await api.polls.decline(ticketId)
    return DONE
  } catch (error) {
    if (error instanceof ApiError && error.isUncertain) return await wait()
    return failureOf(error)
  }
}
