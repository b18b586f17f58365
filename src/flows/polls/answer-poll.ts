import type { PollRequest } from '#contract/rest/polls.ts'
import { ApiError } from '#src/api/api-error.ts'
import type { OutboxItem } from '#src/db/outbox.ts'
import { heardCode } from '#src/domain/failure-codes.ts'
import { failureOf } from '../failure-of.ts'
import type { FlowContext } from '../flow-context.ts'
import { keepTheirs, sayToThem } from '../keep-theirs.ts'
import { DONE, type Failure, failure } from '../outcome.ts'
import { sendWaiting } from '../send-waiting.ts'
import { pollOver } from './poll-over.ts'
import { whoIsHere } from '../who-is-here.ts'

/** `waiting`: it is sent when the network is back, and the card says so. */
export type AnswerOutcome = { status: 'done' } | { status: 'waiting' } | Failure

type Answer = PollRequest['poll']

/** In the outbox: how an attention was, or without a word of that that they would rather not say. */
export const POLL = 'poll'

/** Whatever else it says would be said again: rated otherwise already, or no attention of theirs. */
const isForGood = ({ code, status }: ApiError) => code === 'poll-answered' || status === 404

/** Tells the server, and keeps how it ended. @returns whether they are here to hear it @throws ApiError */
async function tellAnswer(context: FlowContext, userId: string, answer: Answer): Promise<boolean> {
  const { ticket_id } = answer
  try {
    await context.api.polls.answer(answer)
  } catch (error) {
    if (error instanceof ApiError && isForGood(error))
      await pollOver(context, ticket_id, error.status === 404 ? 'over' : 'elsewhere')
    throw error
  }
  await pollOver(context, ticket_id, 'answered')
  return await sayToThem(context, userId, { kind: 'success', subject: ticket_id, code: 'poll-sent' })
}

/**
 * Says how an attention was. Without a network, or when no answer comes, it waits in the outbox; said once
 * more, the server takes it for the same answer.
 *
 * @see rules POLL-01, POLL-02, OFFL-03
 */
export async function answerPoll(context: FlowContext, answer: Answer): Promise<AnswerOutcome> {
  const { clock, connectivity, db, pollDrafts, session } = context
  const user = await whoIsHere(context)
  if (!user) return failure('user-is-guest')
  const { ticket_id } = answer
  const receipt = await db.tickets.get(ticket_id)
  // Of whoever was here before: the server would say that there is no such attention.
  if (receipt && receipt.user_id !== user.user_id) return failure('session-expired')
  const { user_id } = user
  const wait = async (): Promise<AnswerOutcome> => {
    const kept = await keepTheirs(context, user_id, async ({ outbox, tickets }) => {
      await outbox.put(POLL, clock.now(), { subject: ticket_id, user_id, poll: answer })
      await tickets.change(ticket_id, null, { poll: 'waits' })
      return true
    })
    if (!kept) return failure('user-is-guest')
    pollDrafts.forget(ticket_id)
    return { status: 'waiting' }
  }
  // Remembered without a token: the server could not even be asked who this is.
  if (!connectivity.hasNetwork() || session.token() === null) return await wait()
  try {
    return (await tellAnswer(context, user_id, answer)) ? DONE : failure('user-is-guest')
  } catch (error) {
    if (error instanceof ApiError && error.isUncertain) return await wait()
    return failureOf(error)
  }
}

/** @returns whether it need not be told any more */
async function sendOne(
  context: FlowContext,
  userId: string,
  { subject, poll }: OutboxItem,
): Promise<boolean> {
  try {
    if (poll) await tellAnswer(context, userId, poll)
    else await context.api.polls.decline(subject)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.isUncertain || error.status === 429 || error.status === 401) return false
    // Whoever declined it hears of it no more.
    if (!poll) return true
    await sayToThem(context, userId, { kind: 'generic-error', subject, code: heardCode(error.code) })
    if (!isForGood(error)) await pollOver(context, subject, 'over')
  }
  return true
}

/**
 * Tells the server what was answered, or declined, without a network; each by one page alone.
 * @returns `waiting` while something of theirs could not be told yet
 */
export async function sendPolls(context: FlowContext): Promise<'empty' | 'waiting'> {
  const userId = context.session.user()?.user_id
  if (userId === undefined || context.session.token() === null) return 'waiting'
  return await sendWaiting(context, POLL, userId, item => sendOne(context, userId, item))
}
