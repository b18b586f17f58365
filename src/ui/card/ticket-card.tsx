import type { ReactNode } from 'react'
import { brandStyle } from '../brand-style.ts'
import { classNames } from '../class-names.ts'
import { Icon, type IconName } from '../icon.tsx'
import styles from './ticket-card.module.css'
import { TICKET_LOOK, type TicketState } from './ticket-state.ts'

export interface TicketCardProps {
  office: ReactNode
  line?: ReactNode
  /** The office's colour, as #rrggbb; its ink is found. Absent, the product's purple. */
  brand?: string
  /** ticket for a number, calendar for a reservation, video for one by video. */
  icon?: IconName
  state?: TicketState
  /** The state in words, on a band under the head. Absent, no band. */
  word?: ReactNode
  /** The word can come while the card is looked at, and is read aloud then. */
  announces?: boolean
  /** The office's name is a heading of this level. */
  level?: 2 | 3
  /** It has just been made, and comes out of the dispenser. */
  arriving?: boolean
  /** `TicketBody`, and after a `TicketPerforation` a `TicketFoot` or a second body. */
  children: ReactNode
}

/** The paper number: every receipt, in the list, in the waiting room, in the picture that is downloaded. */
export function TicketCard(props: TicketCardProps) {
  const {
    office,
    line,
    brand,
    icon = 'ticket',
    state = 'waiting',
    word,
    announces = false,
    level = 2,
    arriving,
    children,
  } = props
  const look = TICKET_LOOK[state]
  const Office = `h${level}` as const
  const band = word && (
    <p className={classNames(styles.band, look.tone !== 'plain' && styles[look.tone])}>
      <Icon name={look.icon} size="s" />
      <span>{word}</span>
    </p>
  )
  return (
    <article
      data-state={state}
      className={classNames(styles.card, look.isOver && styles.over, arriving && styles.arriving)}
      style={brandStyle(brand)}
    >
      <header className={styles.head}>
        <div className={styles.names}>
          <Office className={styles.office}>{office}</Office>
          {line && <p className={styles.line}>{line}</p>}
        </div>
        <Icon name={icon} />
      </header>
      {/* Only what is put into a place that was there before is read aloud. */}
      {announces ? <div role="status">{band}</div> : band}
      {children}
    </article>
  )
}

/**
 * centred: one large thing; beside: the number at the left, its words at the right; plain: whatever is put
 * in.
 */
export function TicketBody({
  look = 'plain',
  children,
}: {
  look?: 'centred' | 'beside' | 'plain'
  children: ReactNode
}) {
  return <div className={classNames(styles.body, look !== 'plain' && styles[look])}>{children}</div>
}

export function TicketPerforation() {
  return <div className={styles.perforation} aria-hidden="true" />
}

/** Under the perforation: facts, or what can be done with the receipt. */
export function TicketFoot({ children }: { children: ReactNode }) {
  return <div className={styles.foot}>{children}</div>
}
