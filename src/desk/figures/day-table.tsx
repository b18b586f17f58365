/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-interactive-element-to-noninteractive-role --
   drawn as groups, some browsers forget that it is a table, unless it says so */
import type { ReactNode } from 'react'
import styles from './day-table.module.css'

export interface DayTableProps {
  /** The id of the heading by which it is named. */
  labelledBy: string
  head: readonly string[]
  /** What each row is of, and its numbers under the head's others. */
  rows: readonly { key: string | number; name: ReactNode; cells: readonly ReactNode[] }[]
}

/** A stop of its own, so that the arrow keys scroll what is too long. */
const STOP = { role: 'group', tabIndex: 0 } as const

/**
 * Numbers under each other, to be compared; where they do not fit beside each other, each row is a group, and
 * every number has its name.
 */
export function DayTable({ labelledBy, head, rows }: DayTableProps) {
  return (
    <div className={styles.scroll} aria-labelledby={labelledBy} {...STOP}>
      <table className={styles.table} role="table">
        <thead role="rowgroup">
          <tr role="row">
            {head.map(name => (
              <th key={name} scope="col" role="columnheader">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {rows.map(({ key, name, cells }) => (
            <tr key={key} role="row">
              <th scope="row" role="rowheader">
                {name}
              </th>
              {cells.map((cell, column) => (
                <td key={column} role="cell" data-name={head[column + 1]}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
