import type { ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import styles from './frames.module.css'

export interface MobileFrameProps {
  children: ReactNode
  /** A `BottomDock`; absent on screens that fill the window. */
  dock?: ReactNode
}

/** A phone: the screen, and the dock under it. */
export function MobileFrame({ children, dock }: MobileFrameProps) {
  return (
    <ViewFrame view="mobile" dock={dock}>
      {children}
    </ViewFrame>
  )
}

/** From 768 px: the rail, and beside it the screen or its `Panes`. */
export function DesktopFrame({ rail, children }: { rail?: ReactNode; children: ReactNode }) {
  return (
    <ViewFrame view="desktop" rail={rail}>
      {children}
    </ViewFrame>
  )
}

export interface ViewFrameProps extends MobileFrameProps {
  view: 'mobile' | 'desktop'
  rail?: ReactNode
}

/**
 * One of the two. The screen in it stays the same one when the view changes: a phone that is turned ends no
 * call.
 */
export function ViewFrame({ view, rail, dock, children }: ViewFrameProps) {
  return (
    <div className={styles[view]}>
      {view === 'desktop' && (rail ?? <span />)}
      <main className={styles.main}>{children}</main>
      {view === 'mobile' && dock}
    </div>
  )
}

export interface PanesProps {
  list: ReactNode
  /** The thing chosen from the list. Without `hasDetail`, narrow windows show the list alone. */
  detail: ReactNode
  hasDetail: boolean
  /** What the detail is of: when it changes, the detail begins at its top again. */
  shown: string | null
}

/**
 * The list at the left, the thing at the right, each with its own place; below 1024 px, or with letters too
 * large for both, one of the two.
 */
export function Panes({ list, detail, hasDetail, shown }: PanesProps) {
  return (
    <div className={classNames(styles.panes, hasDetail && styles.hasDetail)}>
      <div className={styles.list}>{list}</div>
      <div key={shown} className={styles.detail}>
        {detail}
      </div>
    </div>
  )
}
