import { useCallback } from 'react'
import { useLocation } from 'wouter'

/**
 * How many steps back the first of this screen's is, or one more where that came from the very place to which
 * it leads; browsers without the Navigation API do not tell. A step out of this document would load another.
 */
function stepsBack(path: string, to: string): number {
  const { navigation } = window
  const pathBefore = (steps: number) => {
    const entry = navigation?.entries()[(navigation.currentEntry?.index ?? 0) - steps - 1]
    return entry?.sameDocument && entry.url ? new URL(entry.url).pathname : null
  }
  let steps = 0
  while (pathBefore(steps) === path) steps++
  return pathBefore(steps) === to.split('?')[0] ? steps + 1 : steps
}

/**
 * Leads on, in place of this screen and of all its steps: whoever goes back from there is not asked once more
 * what is done. Whoever has gone elsewhere meanwhile is led nowhere: a screen stays until the next one can be
 * drawn, and what it waited for may come in that very moment.
 */
export function useLead(): (to: string) => void {
  const [path, navigate] = useLocation()
  return useCallback(
    to => {
      if (location.pathname !== path) return
      const arrive = () => navigate(to, { replace: true })
      const steps = stepsBack(path, to)
      if (steps === 0) return arrive()
      const arriveAnew = () => {
        arrive()
        // A step back would find the place that one had left there.
        scrollTo(0, 0)
      }
      addEventListener('popstate', arriveAnew, { once: true })
      history.go(-steps)
    },
    [path, navigate],
  )
}
