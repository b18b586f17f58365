import { RESERVATION_REFETCH_MS } from '#contract/limits.ts'
import { retryDelay } from '#src/domain/retry-delay.ts'
import { reportFault } from '#src/platform/report-fault.ts'
import type { FlowContext } from './flow-context.ts'

/** Where many had no answer, they must not all ask again together. */
const PACE = { firstMs: RESERVATION_REFETCH_MS, longestMs: 60_000 }
/** Some three minutes in all: what has not come to light by then needs the person. */
const LOOKS = 7

/**
 * Nobody knows what became of a request: looks at what is held, ever more seldom, until it comes to light, or
 * is asked for again, or nobody wants to know any more. It is not made again: that is the person's to say.
 * @param isOpen whether it is still to be found out
 */
export function findOut(
  { random, timers }: Pick<FlowContext, 'random' | 'timers'>,
  isOpen: () => boolean,
  look: () => Promise<unknown>,
): void {
  const lookOnce = async (looks: number) => {
    if (!isOpen()) return
    await look()
    plan(looks + 1)
  }
  const plan = (looks: number) => {
    if (looks === LOOKS || !isOpen()) return
    const delay = retryDelay(looks + 1, random.fraction(), PACE)
    timers.after(delay, () => void lookOnce(looks).catch(reportFault))
  }
  plan(0)
}
