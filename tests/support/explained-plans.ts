import type { KyselyPlugin, RawNode } from 'kysely'

/** A part of a plan that was carried out, as `explain (analyze, format json)` says it. */
export interface Plan {
  'Relation Name'?: string
  'Index Name'?: string
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: Plan[]
}

/** How many rows of a table a plan really touched. */
export function rowsRead(plan: Plan, table: string): number {
  const removed = plan['Rows Removed by Filter'] ?? 0
  const own = plan['Relation Name'] === table ? (plan['Actual Rows'] + removed) * plan['Actual Loops'] : 0
  return (plan.Plans ?? []).reduce((sum, part) => sum + rowsRead(part, table), own)
}

/** By which indexes a plan reads, in no order. */
export const indexesRead = (plan: Plan): string[] => [
  ...(plan['Index Name'] === undefined ? [] : [plan['Index Name']]),
  ...(plan.Plans ?? []).flatMap(indexesRead),
]

/**
 * Explains each statement written in SQL, instead of answering it.
 * @param naming only those in which this stands; others are answered
 */
export function explaining(plans: Plan[], naming = ''): KyselyPlugin {
  const explained = new WeakSet<object>()
  return {
    transformQuery({ node, queryId }) {
      if (!JSON.stringify(node).includes(naming)) return node
      const { sqlFragments, ...rest } = node as RawNode
      const [first, ...others] = sqlFragments
      explained.add(queryId)
      return { ...rest, sqlFragments: [`explain (analyze, format json) ${first}`, ...others] }
    },
    async transformResult({ result, queryId }) {
      if (!explained.has(queryId)) return result
      const [row] = result.rows as { 'QUERY PLAN': [{ Plan: Plan }] }[]
      if (row) plans.push(row['QUERY PLAN'][0].Plan)
      return { ...result, rows: [] }
    },
  }
}
