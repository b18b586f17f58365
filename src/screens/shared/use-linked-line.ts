import { useQuery } from '@tanstack/react-query'
import type { Line, OfficeState } from '#contract/rest/offices.ts'
import { officeLineQuery } from '#src/queries/office-line-query.ts'
import { codeOf } from './code-of.ts'

/**
 * `asking` until it is known whether there is such a line; null where no link named one, or there is none.
 */
export type LinkedLine = Line | 'asking' | null

export interface Linked {
  line: LinkedLine
  /** Why nobody knows whether there is such a line: no answer, or one that is about something else. */
  error: Error | null
  askAgain: () => void
}

/**
 * The line that a link names: among those that the office lists, or a hidden one, which has to be asked for
 * by name.
 */
export function useLinkedLine(state: OfficeState | undefined, lineSlug: string | null): Linked {
  const listed = state?.lines.find(({ slug }) => slug === lineSlug)
  const isUnlisted = state !== undefined && lineSlug !== null && listed === undefined
  const hidden = useQuery({
    ...officeLineQuery(state?.office.slug ?? '', lineSlug ?? ''),
    enabled: isUnlisted,
  })
  const linked = (line: LinkedLine, error: Error | null = null): Linked => ({
    line,
    error,
    askAgain: () => void hidden.refetch(),
  })
  if (lineSlug === null) return linked(null)
  if (listed) return linked(listed)
  if (hidden.data) return linked(hidden.data)
  if (!isUnlisted || hidden.isPending) return linked('asking')
  return codeOf(hidden.error) === 'not-found' ? linked(null) : linked('asking', hidden.error)
}
