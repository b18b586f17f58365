import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { Icon } from '../icon.tsx'
import { Link } from '../link.tsx'
import styles from './bottom-nav.module.css'
import type { NavItem } from './nav-item.ts'

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

export interface NavProps {
  label: string
  items: readonly NavItem[]
}

/** The destinations of a phone, each with its word. */
export function BottomNav({ label, items }: NavProps) {
  return (
    <nav aria-label={label} className={styles.nav}>
      <ul className={styles.items}>
        {items.map(item => (
          <li key={item.href} className={styles.item}>
            <Link href={item.href} className={styles.link} aria-current={item.current ? 'page' : undefined}>
              <span className={styles.pill}>
                <Icon name={item.icon} />
                {item.badge && <span className={styles.badge} aria-hidden="true" />}
              </span>
              {item.label}
              {item.badge && <span className="visually-hidden">{item.badge.label}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
