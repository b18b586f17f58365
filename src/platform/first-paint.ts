/** A page opened in the background paints nothing until it is looked at; its work must not wait for that. */
const PATIENCE_MS = 1_500
const FIRST_CONTENT = 'first-contentful-paint'

/**
 * Settles when there is something to be seen, by the browser's own word: a frame that was only asked for may
 * still lie before it, and work begun then would put it off.
 */
const painted = new Promise<void>(resolve => {
  setTimeout(resolve, PATIENCE_MS)
  if (!PerformanceObserver.supportedEntryTypes?.includes('paint')) return
  const observer = new PerformanceObserver(list => {
    if (list.getEntriesByName(FIRST_CONTENT).length === 0) return
    observer.disconnect()
    resolve()
  })
  observer.observe({ type: 'paint', buffered: true })
})

/**
 * Whoever is not needed for the first screen waits for this: fetching and parsing beside it would put it off.
 */
export const firstPaint = (): Promise<void> => painted
