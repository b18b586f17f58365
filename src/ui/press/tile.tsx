import type { ReactNode } from 'react'
import { brandStyle } from '../brand-style.ts'
import { Icon, type IconName } from '../icon.tsx'
import { Link } from '../link.tsx'
import styles from './tile.module.css'

export interface TileProps {
  href: string
  label: string
  icon: IconName
  /** The category's colour, as #rrggbb. */
  brand: string
  onClick?: () => void
}

/** A category: its sign on its colour, and its name. Lives in a `TileGrid`. */
export function Tile({ href, label, icon, brand, onClick }: TileProps) {
  return (
    <li>
      <Link href={href} onClick={onClick} className={styles.tile} style={brandStyle(brand)}>
        <span className={styles.sign}>
          <Icon name={icon} />
        </span>
        {label}
      </Link>
    </li>
  )
}

/** Three tiles a row on a small phone, fewer for large text, more where there is room. */
export function TileGrid({ children }: { children: ReactNode }) {
  return <ul className={styles.grid}>{children}</ul>
}
