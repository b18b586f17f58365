import { useEffect } from 'react'

const TOUCHES = ['pointerdown', 'keydown', 'scroll', 'wheel'] as const

/** Calls once nobody has touched the page for so long, and again after each touch. */
export function useIdle(ms: number, onIdle: () => void): void {
  useEffect(() => {
    let timer = setTimeout(onIdle, ms)
    const begin = () => {
      clearTimeout(timer)
      timer = setTimeout(onIdle, ms)
    }
    for (const touch of TOUCHES) addEventListener(touch, begin, { capture: true, passive: true })
    return () => {
      clearTimeout(timer)
      for (const touch of TOUCHES) removeEventListener(touch, begin, { capture: true })
    }
  }, [ms, onIdle])
}
