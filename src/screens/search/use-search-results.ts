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
  const giving = service === null ? null : geo.data
  const key = districts.join('\n')
  const found = useMemo(() => {
    const wanted = { searchValue, category, districts: key === '' ? [] : key.split('\n'), openNow }
    const among = giving
      ? all.offices.filter(office => giving.some(({ office_id }) => office_id === office.id))
      : all.offices
    return findOffices(among, wanted)
  }, [all.offices, searchValue, category, key, openNow, giving])
  return {
    ...all,
    ...found,
    all: all.offices,
    isLoading: all.isLoading || (service !== null && geo.isPending),
  }
}
