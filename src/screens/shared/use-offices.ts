import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type OfficeAtDistance, sortOffices } from '#src/domain/sort-offices.ts'
import { loadsOffices } from '#src/domain/url-parameters.ts'
import { officesQuery } from '#src/queries/offices-query.ts'
import { useUi } from '#src/stores/ui-store.ts'
import { useLanguage } from '#src/texts/use-language.ts'
import { usePlace } from './use-place.ts'

/**
 * The offices, nearest first where the position is known; with a marketing parameter not loaded before somebody asks for
 * them (SHELL-07).
 */
export function useOffices() {
  const language = useLanguage()
  const place = usePlace()
  const isLoaded = useUi(ui => ui.asksForOffices || loadsOffices(ui.customerParams))
  const query = useQuery(officesQuery({ enabled: isLoaded }))
  const offices: OfficeAtDistance[] = useMemo(
    () => sortOffices(query.data?.data ?? [], place, language),
    [query.data, place, language],
  )
  return {
    offices,
    /** When the list was made, milliseconds since the epoch; null before there is one. */
    since: query.data?.inserted_at ?? null,
    isLoading: isLoaded && query.isPending,
    /** Only where there is nothing older to show. */
    error: query.data === undefined ? query.error : null,
    isHeldBack: !isLoaded,
    retry: () => void query.refetch(),
  }
}
