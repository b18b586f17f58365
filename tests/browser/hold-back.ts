import type { BrowserContext } from 'playwright-core'

/** Lets the requests for these addresses hang, the worker's too, until the test ends it. */
export async function holdBack(context: BrowserContext, addresses: string) {
  const { promise: asked, resolve: isAsked } = Promise.withResolvers<void>()
  const { promise: ended, resolve: end } = Promise.withResolvers<void>()
  await context.route(addresses, async route => {
    isAsked()
    await ended
    // The browser may have given it up meanwhile.
    await route.continue().catch(() => {})
  })
  return {
    /** Settles when the first of them is under way. */
    asked,
    async end() {
      end()
      await context.unroute(addresses)
    },
  }
}

/** Runs in a page: whether the newest worker rules, and none comes after it. */
export async function hasNoneWaiting(): Promise<boolean> {
  const { active, waiting, installing } = await navigator.serviceWorker.ready
  return !waiting && !installing && active?.state === 'activated'
}
