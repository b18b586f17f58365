import type { ReactNode } from 'react'
import styles from './day-table.module.css'

export interface DayTableProps {
  /** The id of the heading by which it is named. */
  labelledBy: string
  head: readonly ReactNode[]
  /** What each row is of, and its numbers under the head's others. */
  rows: readonly { key: string | number; name: ReactNode; cells: readonly ReactNode[] }[]
}

/** A stop of its own, so that the arrow keys scroll what is too wide or too long. */
const STOP = { role: 'group', tabIndex: 0 } as const

/** Numbers under each other, to be compared. */
export function DayTable({ labelledBy, head, rows }: DayTableProps) {
  return (
    <div className={styles.scroll} aria-labelledby={labelledBy} {...STOP}>
      <table className={styles.table}>
        <thead>
          <tr>
            {head.map((name, column) => (
              <th key={column} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, name, cells }) => (
            <tr key={key}>
              <th scope="row">{name}</th>
              {cells.map((cell, column) => (
                <td key={column}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
