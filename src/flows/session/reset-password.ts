import { type CameIn, comeIn } from './come-in.ts'
import type { FlowContext } from '../flow-context.ts'

/** Replaces a forgotten password, by the link that came by e-mail, and signs in with it. */
export async function resetPassword(
  context: FlowContext,
  reset: { token: string; password: string },
): Promise<CameIn> {
  const { api, notices, ui } = context
  const came = await comeIn(context, () => api.accounts.resetPassword({ ...reset, language: ui.language() }))
  if (came.status === 'done')
    notices.raise({ kind: 'success', subject: 'password', code: 'password-changed' })
  return came
}
