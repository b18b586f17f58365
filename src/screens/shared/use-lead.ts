import { useCallback } from 'react'
import { useLocation } from 'wouter'

/**
 * Leads on, in place of this screen. Whoever has gone elsewhere meanwhile is led nowhere: a screen stays
 * until the next one can be drawn, and what it waited for may come in that very moment.
 */
export function useLead(): (to: string) => void {
  const [path, navigate] = useLocation()
  return useCallback(
    to => {
      if (location.pathname === path) navigate(to, { replace: true })
    },
    [path, navigate],
  )
}
