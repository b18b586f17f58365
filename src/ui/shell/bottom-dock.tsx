import { type ReactNode, useLayoutEffect, useRef } from 'react'
import styles from './bottom-dock.module.css'

/**
 * Keeps its children at the bottom of the window: the `SlimBar`, and the `BottomNav` under it. What a screen
 * keeps there itself stands above it, by `--dock`, its height: they come and go, and grow with the letters.
 */
export function BottomDock({ children }: { children: ReactNode }) {
  const ref = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const dock = ref.current
    if (!dock) return
    const { style } = document.documentElement
    const size = new ResizeObserver(() => style.setProperty('--dock', `${dock.offsetHeight}px`))
    size.observe(dock)
    return () => {
      size.disconnect()
      style.removeProperty('--dock')
    }
  }, [])
  return (
    <footer ref={ref} className={styles.dock} data-print="no">
      {children}
    </footer>
  )
}
