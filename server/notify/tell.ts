import { TryAgainLater } from '#server/jobs/job.ts'
import type { PushNews } from './compose-push-message.ts'
import type { SendOptions } from './deliver-push.ts'
import type { NotifyContext } from './notify-context.ts'
import { type Sent, sendToUser } from './send-to-user.ts'

/**
 * What stands for longer is tried no longer than this, milliseconds: a browser's push service may never
 * answer again.
 */
export const TOLD_WITHIN_MS = 2 * 3_600_000

/** How long news is worth trying, and how often at least; as jobs are, where it is not said. */
export interface Worth {
  until: Date
  pauseMs?: number
}

/**
 * Sends a job's news to a person.
 * @throws TryAgainLater, for the browsers that heard nothing yet, while that is worth it: its last try may
 * have taken until then, and what is over is nothing to be given up
 */
export async function tell(
  context: NotifyContext,
  userId: string,
  news: PushNews,
  options: SendOptions,
  worth: Worth,
): Promise<Sent> {
  const sent = await sendToUser(context, userId, news, options)
  const isOver = context.clock.now() >= worth.until
  if (sent.postponed > 0 && !isOver)
    throw new TryAgainLater(`${sent.postponed} messages were not taken`, sent.waitMs, worth)
  return sent
}
