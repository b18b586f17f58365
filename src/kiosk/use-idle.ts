import { useEffect, useState } from 'react'

/** What somebody does, and not the page: that scrolls by itself where it begins anew, or grows shorter. */
const TOUCHES = ['pointerdown', 'touchmove', 'keydown', 'wheel'] as const

/**
 * Calls once nobody has touched the page for so long, and again after each touch.
 * @returns whether somebody has touched it since
 */
export function useIdle(ms: number, onIdle: () => void): boolean {
  const [isTouched, setTouched] = useState(false)
  useEffect(() => {
    const rest = () => {
      setTouched(false)
      onIdle()
    }
    let timer = setTimeout(rest, ms)
    const begin = () => {
      setTouched(true)
      clearTimeout(timer)
      timer = setTimeout(rest, ms)
    }
    for (const touch of TOUCHES) addEventListener(touch, begin, { capture: true, passive: true })
    return () => {
      clearTimeout(timer)
      for (const touch of TOUCHES) removeEventListener(touch, begin, { capture: true })
    }
  }, [ms, onIdle])
  return isTouched
}
