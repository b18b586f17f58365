import { useDeferredValue } from 'react'
import { useLocation, useSearch } from 'wouter'
import type { OfficeWish } from '#src/domain/find-offices.ts'

/** The search as the address holds it, so that a reload, a link and Back keep it. */
export interface SearchState extends OfficeWish {
  /** The kind of service, by its id (OFF-12), or null for any. */
  service: number | null
}

/** Every office. */
export const ALL: SearchState = {
  searchValue: '',
  category: null,
  districts: [],
  openNow: false,
  service: null,
}

/** As it stands behind a path: "?q=notaria&category=notarias", or nothing. */
function written({ searchValue, category, districts, openNow, service }: SearchState): string {
  const query = new URLSearchParams()
  if (searchValue !== '') query.set('q', searchValue)
  if (category !== null) query.set('category', category)
  for (const district of districts) query.append('district', district)
  if (openNow) query.set('open', 'now')
  if (service !== null) query.set('service', String(service))
  return query.size > 0 ? `?${query}` : ''
}

function read(search: string): SearchState {
  const query = new URLSearchParams(search)
  const service = Number(query.get('service'))
  return {
    searchValue: query.get('q') ?? '',
    category: query.get('category'),
    districts: query.getAll('district'),
    openNow: query.get('open') === 'now',
    service: Number.isInteger(service) && service > 0 ? service : null,
  }
}

/**
 * The search of the moment, as an office's address carries it along: without it, going back from the office
 * would begin the search anew.
 */
export const useSearchQuery = (): string => written(read(useSearch()))

/**
 * What is to be found by now, and its address as above: the list is drawn when there is time, and whoever
 * types or filters sees what they pressed at once.
 */
export function useSought(): [SearchState, string] {
  const sought = read(useDeferredValue(useSearch()))
  return [sought, written(sought)]
}

/** Reads the search from the address; changing it replaces the address, so that Back leaves the search. */
export function useSearchState(): [SearchState, (change: Partial<SearchState>) => void] {
  const state = read(useSearch())
  const [path, navigate] = useLocation()
  return [state, change => navigate(path + written({ ...state, ...change }), { replace: true })]
}
