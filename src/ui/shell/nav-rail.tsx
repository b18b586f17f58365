import type { ReactNode } from 'react'
import { Icon } from '../icon.tsx'
import { Link } from '../link.tsx'
import type { NavProps } from './bottom-nav.tsx'
import styles from './nav-rail.module.css'

/** The destinations of a wide screen, along its left edge. `children` stand at its foot. */
export function NavRail({
  label,
  items,
  logo,
  children,
}: NavProps & { logo: ReactNode; children?: ReactNode }) {
  return (
    <header className={styles.rail} data-print="no">
      <div className={styles.logo}>{logo}</div>
      <nav aria-label={label}>
        <ul className={styles.items}>
          {items.map(item => (
            <li key={item.href}>
              <Link href={item.href} className={styles.link} aria-current={item.current ? 'page' : undefined}>
                <Icon name={item.icon} />
                {item.label}
                {item.badge && (
                  <>
                    <span className={styles.badge} aria-hidden="true">
                      {item.badge.count}
                    </span>
                    <span className="visually-hidden">{item.badge.label}</span>
                  </>
                )}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {children && <div className={styles.end}>{children}</div>}
    </header>
  )
}
