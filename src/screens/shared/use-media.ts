import { useCallback, useSyncExternalStore } from 'react'

/** Whether the window is as the query asks, now and whenever that changes. */
export function useMedia(query: MediaQueryList): boolean {
  const subscribe = useCallback(
    (onChange: () => void) => {
      query.addEventListener('change', onChange)
      return () => query.removeEventListener('change', onChange)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => query.matches)
}
