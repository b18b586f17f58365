import type { UseQueryResult } from '@tanstack/react-query'
import { LINES_CACHE_MS } from '#contract/limits.ts'
import { useNow } from '#src/queries/use-now.ts'
import { useConnection } from '#src/stores/connection-store.ts'
import { OfflineNote } from './offline-note.tsx'
import { UnheardNote } from './unheard-note.tsx'

export interface OfficeAgeProps {
  officeSlug: string
  /** When what is shown was so, ms since the epoch; null before anything is shown. */
  since: number | null
  /** How it was asked for last. */
  asked: Pick<UseQueryResult, 'error' | 'isFetching' | 'isFetchedAfterMount'>
}

/**
 * Of when it is how an office's lines stand: without a network, and where its server stumbles. Then nothing
 * comes by the channel, and an answer is refused, or is the worker's own copy, older than any that is fresh.
 * @see rules OFF-08, OFFL-02
 */
export function OfficeAge({ officeSlug, since, asked }: OfficeAgeProps) {
  const now = useNow()
  const mayBeUnheard = useConnection(({ online, channels }) => online && channels[officeSlug] !== 'joined')
  const { error, isFetching, isFetchedAfterMount } = asked
  if (!mayBeUnheard || since === null) return <OfflineNote since={since} />
  // Not while a first answer is still to come.
  const isOld = now - since > LINES_CACHE_MS.max && (isFetchedAfterMount || !isFetching)
  return error !== null || isOld ? <UnheardNote since={since} /> : null
}
