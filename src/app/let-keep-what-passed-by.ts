/** What worker and page say to each other (sw/page-messages.ts). Frozen. */
const KEEP = 'keep'

/**
 * On a first visit the page asks for everything before there is a worker, or while it comes: told of what
 * passed it by, the worker keeps that as well, so that one visit is enough to start without a network
 * (OFFL-02). It may take over before this is called, and an answer may come after it took over: neither must
 * be missed.
 * @param brought the paths of questions whose answers came with the page itself
 */
export function letKeepWhatPassedBy(brought: readonly string[]): void {
  let addresses = brought.map(path => location.origin + path)
  let tookOverAt = navigator.serviceWorker.controller ? performance.now() : Number.POSITIVE_INFINITY
  const tell = () => {
    const { controller } = navigator.serviceWorker
    if (!controller || addresses.length === 0) return
    controller.postMessage({ type: KEEP, addresses })
    addresses = []
  }
  const asked = new PerformanceObserver(list => {
    // One that began later the worker let pass, e.g. because it makes way for a newer one: it would be kept
    // from that.
    for (const entry of list.getEntries() as PerformanceResourceTiming[])
      if (entry.initiatorType === 'fetch' && !entry.workerStart && entry.startTime <= tookOverAt)
        addresses.push(entry.name)
    tell()
  })
  asked.observe({ type: 'resource', buffered: true })
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    tookOverAt = Math.min(tookOverAt, performance.now())
    tell()
  })
  // It may have taken over already, and nothing more be asked for.
  tell()
}
