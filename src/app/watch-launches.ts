import { uiStore } from '#src/stores/ui-store.ts'

interface LaunchQueue {
  setConsumer(consumer: (launch: { targetURL?: string }) => void): void
}

/** The installed icon alone leads nowhere: whoever presses it wants to go on where they were. */
const isIcon = ({ pathname, searchParams }: URL) =>
  pathname === '/' && searchParams.get('source') === 'installed'

/**
 * The icon, a shortcut or a link pressed while the application is open brings it forward as it stands (the
 * manifest says focus-existing), and the page goes to what was pressed by itself: loaded anew it would lose
 * what is typed in it, or the call (HAND-02).
 */
export function watchLaunches(goTo: (path: string) => void): void {
  const { launchQueue } = window as { launchQueue?: LaunchQueue }
  const [arrival] = performance.getEntriesByType('navigation')
  let isFirst = true
  launchQueue?.setConsumer(({ targetURL }) => {
    // The launch that opened this page is told as well, perhaps after the person has gone on from there.
    const isArrival = isFirst && targetURL === arrival?.name
    isFirst = false
    if (isArrival || targetURL === undefined) return
    const target = new URL(targetURL)
    if (target.origin !== location.origin || isIcon(target)) return
    uiStore.getState().readAddress(target.search)
    goTo(target.pathname + target.search)
  })
}
