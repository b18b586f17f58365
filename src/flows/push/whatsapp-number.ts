import type { WhatsappState } from '#contract/rest/whatsapp.ts'
import type { FlowContext } from '../flow-context.ts'
import { failureOf } from '../failure-of.ts'
import { type Failure, failure } from '../outcome.ts'
import { isHereByServer } from '../who-is-here.ts'

/** How it stands now, or why nothing came of it. */
export type WhatsappOutcome = { status: 'done'; whatsapp: WhatsappState } | Failure

type Needs = Pick<FlowContext, 'api' | 'connectivity' | 'preferences' | 'session' | 'ui'>

async function tell(
  { connectivity, session }: Needs,
  ask: () => Promise<WhatsappState>,
): Promise<WhatsappOutcome> {
  if (!session.user()) return failure('user-is-guest')
  if (!connectivity.hasNetwork()) return failure('offline')
  if (!(await isHereByServer({ session }))) return failure('user-is-guest')
  try {
    return { status: 'done', whatsapp: await ask() }
  } catch (error) {
    return failureOf(error)
  }
}

/** The server chose it with the number: what stands here follows. */
function chosen({ preferences }: Needs, whatsapp: boolean): void {
  if (preferences.areKnown()) preferences.setLoaded({ ...preferences.current(), whatsapp })
}

/** Has a code sent to the number, in the language that is spoken here. */
export const askWhatsappCode = (context: Needs, phone: string): Promise<WhatsappOutcome> =>
  tell(context, () => context.api.whatsapp.askCode({ phone, language: context.ui.language() }))

/** The number is one's own: from now on a call goes there where no notice was shown (MSG-01). */
export async function confirmWhatsapp(context: Needs, code: string): Promise<WhatsappOutcome> {
  const outcome = await tell(context, () => context.api.whatsapp.confirm(code))
  if (outcome.status === 'done') chosen(context, true)
  return outcome
}

/** Nothing is sent to the number any more, and the server forgets it. */
export async function forgetWhatsapp(context: Needs): Promise<WhatsappOutcome> {
  const outcome = await tell(context, () => context.api.whatsapp.forget())
  if (outcome.status === 'done') chosen(context, false)
  return outcome
}
