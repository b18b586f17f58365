import type { CSSProperties, ReactNode } from 'react'
import { classNames } from '../class-names.ts'
import styles from './ticket-number.module.css'

export interface TicketNumberProps {
  /** As it is called out: "A042". Its length decides how large it can be. */
  number: string
  /** big fills the card; compact for lists; date for an hour, which is longer ("mar 24, 9:30"). */
  size?: 'big' | 'compact' | 'date'
  /** Read aloud before the number, where no word in sight says what it is. */
  label?: string
}

/** Letters are wider than figures: a reservation's code (RV1D9) has three or more of them. */
const LETTER_WIDTH = 1.1

/** As many as an office's own numbers have: these never break, also while a wider face stands in. */
const WHOLE_CHARACTERS = 4

const charactersOf = (number: string) =>
  Array.from(number).reduce((sum, character) => sum + (/\d/.test(character) ? 1 : LETTER_WIDTH), 0)

export function TicketNumber({ number, size = 'compact', label }: TicketNumberProps) {
  const isBig = size === 'big'
  return (
    <span
      className={classNames(
        styles.number,
        'numerals',
        isBig && styles.big,
        isBig && number.length > WHOLE_CHARACTERS && styles.breakable,
        size === 'date' && styles.date,
      )}
      style={isBig ? ({ '--characters': Math.max(3, charactersOf(number)) } as CSSProperties) : undefined}
    >
      {label && <span className="visually-hidden">{label} </span>}
      {/* As the office shows it, where a browser translates the page; a day and an hour have words. */}
      <span translate={size === 'date' ? undefined : 'no'}>{number}</span>
    </span>
  )
}

export interface TicketFactProps {
  label: ReactNode
  value: ReactNode
  /** Below it, smaller. */
  detail?: ReactNode
  end?: boolean
}

/** A word and its figure: "Te llaman en · 9–14 min". */
export function TicketFact({ label, value, detail, end = false }: TicketFactProps) {
  return (
    <div className={classNames(styles.fact, end && styles.atEnd)}>
      <span className={styles.label}>{label}</span>
      <span className={classNames(styles.value, 'numerals')}>{value}</span>
      {detail && <span className={styles.label}>{detail}</span>}
    </div>
  )
}
