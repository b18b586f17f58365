import type { ReactNode } from 'react'
import { Logo } from '#src/ui/shell/logo.tsx'
import styles from './desk-frame.module.css'

export interface DeskFrameProps {
  /** Where the clerk sits: the office, the module. */
  place?: ReactNode
  /** Who they are, and the ways out. */
  account?: ReactNode
  /** What stands in it are the places of what has not arrived. */
  busy?: boolean
  children?: ReactNode
}

/** The desk's walls: a bar on top of narrow windows, which on wide ones stands at the left. */
export function DeskFrame({ place, account, busy = false, children }: DeskFrameProps) {
  return (
    <div className={styles.window}>
      <div className={styles.frame}>
        <header className={styles.bar}>
          <Logo name="Numerito" />
          {place && <div className={styles.place}>{place}</div>}
          {account && <div className={styles.account}>{account}</div>}
        </header>
        <main className={styles.main} aria-busy={busy || undefined}>
          {children}
        </main>
      </div>
    </div>
  )
}
