import type { CallNews } from './call-news.ts'
import type { FlowContext } from '../flow-context.ts'
import { endCall } from './end-call.ts'
import { recordCall } from './record-call.ts'
import { refreshTicket } from './refresh-ticket.ts'

/** Records a call, and learns of whose ticket it is. */
export async function takeInCall(context: FlowContext, call: CallNews): Promise<void> {
  await recordCall(context, call)
  await learnCalled(context, call)
}

/** Of a call whose ticket is not kept here (taken in another browser) the ticket is fetched as well. */
export async function learnCalled(context: FlowContext, call: CallNews): Promise<void> {
  const { tickets } = context.db
  if (await tickets.get(call.tuid)) return
  await refreshTicket(context, call.tuid)
  // Of a call that was long over when it came out of the phone's inbox nobody is to be told for good.
  const now = await tickets.get(call.tuid)
  if (now && call.seq !== null && now.seq >= call.seq) endCall(context, call.tuid, now)
}
