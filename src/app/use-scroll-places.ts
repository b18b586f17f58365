import { useEffect, useLayoutEffect, useState } from 'react'
import { useLocation, useSearch } from 'wouter'

/** wouter tells of its steps by these events. */
const STEPS = ['pushState', 'replaceState', 'popstate']
/** By these a person says where they want to be. */
const OWN_WILL = ['wheel', 'touchmove', 'pointerdown', 'keydown']

const listen = (types: readonly string[], hear: (event: Event) => void) => {
  for (const type of types) addEventListener(type, hear)
  return () => types.forEach(type => removeEventListener(type, hear))
}

/** Scrolls there as soon as the page is long enough. @returns what gives it up */
function bringTo(place: number): () => void {
  const growing = new ResizeObserver(() => scrollTo(0, place))
  const deaf = listen(OWN_WILL, stop)
  function stop() {
    growing.disconnect()
    deaf()
  }
  scrollTo(0, place)
  growing.observe(document.body)
  return stop
}

function createPlaces() {
  const addressNow = () => location.pathname + location.search
  /** How far each address was scrolled when it was left. */
  const left = new Map<string, number>()
  let path = location.pathname
  let address = addressNow()
  let next: number | null = null
  let giveUp = () => {}
  return {
    listen() {
      // The browser would scroll the screen that is left: the one that comes is not drawn yet.
      history.scrollRestoration = 'manual'
      return listen(STEPS, ({ type }) => {
        giveUp()
        if (type !== 'replaceState') left.set(address, scrollY)
        const isOther = path !== location.pathname
        path = location.pathname
        address = addressNow()
        next = type === 'popstate' ? (left.get(address) ?? 0) : isOther ? 0 : null
      })
    },
    drawn() {
      if (next !== null) giveUp = bringTo(next)
      next = null
    },
  }
}

/**
 * A new screen begins at its top, as a page of its own would; on the way back one finds the place that one
 * left, also in a list whose rows come one after the other.
 */
export function useScrollPlaces(): void {
  const [places] = useState(createPlaces)
  useEffect(() => places.listen(), [places])
  const address = useLocation()[0] + useSearch()
  useLayoutEffect(() => places.drawn(), [places, address])
}
