import { Icon } from '../icon.tsx'
import { Link } from '../link.tsx'
import styles from './bottom-nav.module.css'
import type { NavItem } from './nav-item.ts'

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
