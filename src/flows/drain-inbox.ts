import * as v from 'valibot'
import { pushMessage } from '#contract/push-message.ts'
import { ALMOST_THERE_THRESHOLDS } from '#contract/limits.ts'
import { drainInbox as takeOutOfInbox } from '#src/handoff/inbox.ts'
import type { FlowContext } from './flow-context.ts'
import { recordAlmostThere } from './record-almost-there.ts'
import { recordSkipped } from './record-skipped.ts'
import { takeInCall } from './take-in-call.ts'

/**
 * Takes in what reached the service worker while the page was closed or away, through the same ways as what comes by
 * socket.
 *
 * @returns how many messages were there
 * @see rule CALL-06
 */
export async function drainInbox(context: FlowContext): Promise<number> {
  return takeOutOfInbox(async ({ message }) => {
    const parsed = v.safeParse(pushMessage, message)
    // Of another version of the application, or of who was here before: nothing that we could show.
    if (!parsed.success || !context.session.user()) return
    const { kind, tuid, ticket, modulo, ahead, at, seq, line_id, line_name, office_slug, office_name } =
      parsed.output.notification.data
    if (tuid === null || ticket === null) return
    const about = { tuid, ticket, line_id, line_name }
    if (kind === 'call') await takeInCall(context, { ...about, office_slug, office_name, modulo, at, seq })
    if (kind === 'skipped') await recordSkipped(context, { ...about, seq })
    const threshold = ALMOST_THERE_THRESHOLDS.find(people => people === ahead)
    if (kind === 'almost_there' && threshold) await recordAlmostThere(context, { ...about, ahead: threshold })
  })
}
