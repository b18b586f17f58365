import { type ReactNode, type RefCallback, useLayoutEffect, useRef } from 'react'
import styles from './bottom-dock.module.css'

let height = 0
const above = new Set<HTMLElement>()
const tell = ({ style }: HTMLElement) => style.setProperty('--dock', `${height}px`)

/**
 * For the `ref` of what a screen keeps at the bottom itself: it stands above the dock by `--dock`, its
 * height. Each is told by itself: a length that the whole page inherits would have all of it styled anew, at
 * every step from a screen with the slim bar to one without.
 */
export const standAboveDock: RefCallback<HTMLElement> = element => {
  if (!element) return
  above.add(element)
  tell(element)
  return () => void above.delete(element)
}

/**
 * Keeps its children at the bottom of the window: the `SlimBar`, and the `BottomNav` under it. They come and
 * go, and grow with the letters.
 */
export function BottomDock({ children }: { children: ReactNode }) {
  const ref = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const dock = ref.current
    if (!dock) return
    const stand = (tall: number) => {
      height = tall
      above.forEach(tell)
    }
    const size = new ResizeObserver(() => stand(dock.offsetHeight))
    size.observe(dock)
    return () => {
      size.disconnect()
      stand(0)
    }
  }, [])
  return (
    <footer ref={ref} className={styles.dock} data-print="no">
      {children}
    </footer>
  )
}
