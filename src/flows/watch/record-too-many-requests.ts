import { countTooManyRequests } from '#src/platform/count-too-many-requests.ts'
import type { FlowContext } from '../flow-context.ts'

/**
 * The server asks for patience (HTTP 429): counts it in the cookie and blocks the screens with the modal.
 * @see rules SHELL-04, SHELL-05
 */
export function recordTooManyRequests(
  { cookies, ui }: Pick<FlowContext, 'cookies' | 'ui'>,
  retryAfterMs: number | null,
): void {
  ui.tooManyRequests({ count: countTooManyRequests(cookies), retryAfterMs })
}
