import { TryAgainLater } from '#server/jobs/job.ts'
import type { PushNews } from './compose-push-message.ts'
import type { SendOptions } from './deliver-push.ts'
import type { NotifyContext } from './notify-context.ts'
import { type Sent, sendToUser } from './send-to-user.ts'

/**
 * Sends a job's news to a person.
 * @param until how long it is worth trying, where that is known
 * @throws TryAgainLater, for the browsers that heard nothing yet, while that is worth it: its last try may
 * have taken until then, and what is over is nothing to be given up
 */
export async function tell(
  context: NotifyContext,
  userId: string,
  news: PushNews,
  options: SendOptions,
  until?: Date,
): Promise<Sent> {
  const sent = await sendToUser(context, userId, news, options)
  const isOver = until !== undefined && context.clock.now() >= until
  if (sent.postponed > 0 && !isOver)
    throw new TryAgainLater(`${sent.postponed} messages were not taken`, sent.waitMs, until)
  return sent
}
