import { startTransition } from 'react'
import { fallen } from '#src/screens/shared/late.ts'

/** wouter tells of its steps by these events. */
const STEPS = ['pushState', 'replaceState', 'popstate']

async function begin(): Promise<void> {
  if (fallen.length === 0) return
  const isDressed = await import('#src/platform/fetch-styles-again.ts')
    .then(({ fetchStylesAgain }) => fetchStylesAgain(document))
    .then(
      () => true,
      () => false,
    )
  startTransition(() => {
    for (const anew of fallen.splice(0)) anew()
  })
  // Asked for the next time as well.
  if (!isDressed) fallen.push(() => {})
}

/**
 * What fell over, or could not be fetched, is begun anew wherever one goes, for another screen may well be
 * there, and when there is a network again. What stands in its place stays until then.
 */
export function watchToBeginAnew(): void {
  let path = location.pathname
  for (const step of STEPS)
    window.addEventListener(step, () => {
      if (path === location.pathname) return
      path = location.pathname
      void begin()
    })
  window.addEventListener('online', () => void begin())
}
