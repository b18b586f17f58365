import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { findOffices } from '#src/domain/find-offices.ts'
import { lineCategoryGeoQuery } from '#src/queries/browse-queries.ts'
import { useOffices } from '#src/screens/shared/use-offices.ts'
import type { SearchState } from '#src/screens/shared/use-search-state.ts'

/**
 * What fits the search: words, category and communes here, the kind of service by the server's list of who
 * gives it.
 */
export function useSearchResults({ searchValue, category, districts, openNow, service }: SearchState) {
  const all = useOffices()
  const geo = useQuery({ ...lineCategoryGeoQuery(service ?? 0), enabled: service !== null })
  const giving = geo.data
  const key = districts.join('\n')
  const found = useMemo(() => {
    const wanted = { searchValue, category, districts: key === '' ? [] : key.split('\n'), openNow }
    const among =
      service === null
        ? all.offices
        : all.offices.filter(office => giving?.some(({ office_id }) => office_id === office.id))
    return findOffices(among, wanted)
  }, [all.offices, searchValue, category, key, openNow, service, giving])
  // Whoever seeks a service is shown no office that may not give it.
  const isServiceUntold = service !== null && giving === undefined
  return {
    ...all,
    ...found,
    all: all.offices,
    isLoading: all.isLoading || (service !== null && geo.isPending),
    error: all.error ?? (isServiceUntold ? geo.error : null),
    retry: () => {
      if (all.error) all.retry()
      if (isServiceUntold) void geo.refetch()
    },
  }
}
