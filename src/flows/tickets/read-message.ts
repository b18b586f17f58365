import type { FlowContext } from '../flow-context.ts'
import { DONE, type Outcome } from '../outcome.ts'

/** What the office said was read here: it need not stand on the number's screen any more. */
export async function readMessage({ db, notices }: FlowContext, tuid: string, id: string): Promise<Outcome> {
  await db.tickets.change(tuid, null, { message_read: id })
  notices.forget(id)
  return DONE
}
