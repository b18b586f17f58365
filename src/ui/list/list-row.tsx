import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import { Icon, type IconName } from '../icon.tsx'
import { Link } from '../link.tsx'
import styles from './list.module.css'

export interface ListRowProps {
  title: ReactNode
  detail?: ReactNode
  icon?: IconName
  /** At the right: a distance, a number (`RowFigure`), a state. */
  end?: ReactNode
  endDetail?: ReactNode
  /** The whole row is a link, or a button; its words alone, where `children` hold what else can be pressed. */
  href?: string
  onClick?: () => void
  /** A press of its own at the end of the row, outside of its link; null keeps its place. */
  beside?: ReactNode
  /** The one shown beside it, on wide screens. */
  current?: boolean
  /** Draws the sign of going further. */
  further?: boolean
  /** Under the words: what can be done with it. */
  children?: ReactNode
}

export function ListRow(props: ListRowProps) {
  const { href, onClick, beside, current = false, children } = props
  return (
    <li className={classNames(styles.row, current && styles.current, beside !== undefined && styles.split)}>
      {href !== undefined ? (
        <Link href={href} onClick={onClick} className={styles.main} aria-current={current || undefined}>
          <RowWords {...props} />
        </Link>
      ) : onClick ? (
        <button type="button" onClick={onClick} className={styles.main} aria-current={current || undefined}>
          <RowWords {...props} />
        </button>
      ) : (
        <div className={styles.main}>
          <RowWords {...props} />
        </div>
      )}
      {beside !== undefined && <div className={styles.beside}>{beside}</div>}
      {children && <div className={styles.below}>{children}</div>}
    </li>
  )
}

function RowWords({ title, detail, icon, end, endDetail, further = false }: ListRowProps) {
  return (
    <>
      {icon && <Icon name={icon} className={styles.leading} />}
      <span className={styles.words}>
        <span className={styles.title}>{title}</span>
        {detail && <span className={styles.detail}>{detail}</span>}
      </span>
      {(end || endDetail) && (
        <span className={styles.end}>
          {end}
          {endDetail && <span className={styles.detail}>{endDetail}</span>}
        </span>
      )}
      {further && <Icon name="chevron" size="s" className={styles.chevron} />}
    </>
  )
}

/** A figure at the end of a row, set in the numerals' face: minutes, a ticket's number. */
export function RowFigure({ children }: { children: ReactNode }) {
  return <span className={classNames(styles.figure, 'numerals')}>{children}</span>
}
