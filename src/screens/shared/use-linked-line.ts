import { useQuery } from '@tanstack/react-query'
import type { Line, OfficeState } from '#contract/rest/offices.ts'
import { officeLineQuery } from '#src/queries/office-line-query.ts'

/**
 * `asking` until it is known whether there is such a line; null where no link named one, or there is none.
 */
export type LinkedLine = Line | 'asking' | null

/**
 * The line that a link names: among those that the office lists, or a hidden one, which has to be asked for
 * by name.
 */
export function useLinkedLine(state: OfficeState | undefined, lineSlug: string | null): LinkedLine {
  const listed = state?.lines.find(({ slug }) => slug === lineSlug)
  const isUnlisted = state !== undefined && lineSlug !== null && listed === undefined
  const hidden = useQuery({
    ...officeLineQuery(state?.office.slug ?? '', lineSlug ?? ''),
    enabled: isUnlisted,
  })
  if (lineSlug === null) return null
  if (listed) return listed
  if (hidden.data) return hidden.data
  return !isUnlisted || hidden.isPending ? 'asking' : null
}
