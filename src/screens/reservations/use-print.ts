import { useEffect } from 'react'
import { useLocation, useSearch } from 'wouter'

/**
 * Prints the screen where its address asks for it, once its card is there.
 * @param path the screen's own address
 */
export function usePrint(path: string): void {
  const [, navigate] = useLocation()
  const isAsked = new URLSearchParams(useSearch()).has('print')
  useEffect(() => {
    if (!isAsked) return
    navigate(path, { replace: true })
    window.print()
  }, [isAsked, navigate, path])
}
