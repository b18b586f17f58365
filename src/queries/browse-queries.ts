import { queryOptions } from '@tanstack/react-query'
import type { LineInfo } from '#contract/rest/offices.ts'
import { broughtAnswer } from './brought.ts'
import { apiPart } from './parts.ts'
import { queryKeys } from './query-keys.ts'

/** What hardly ever changes while a page is open. */
const HOUR_MS = 60 * 60_000

/** Which office and line a link by line id means: `{ office_slug, line_slug }` (OFF-11). */
export const lineInfoQuery = (lineId: number) =>
  queryOptions({
    queryKey: queryKeys.lineInfo(lineId),
    queryFn: async ({ signal }) => (await apiPart.get()).offices.lineInfo(lineId, signal),
    initialData: () => broughtAnswer<LineInfo>('v1', `/lines/${lineId}/info`)?.data,
    staleTime: HOUR_MS,
  })

/** The kinds of service of an organization (OFF-12). */
export const lineCategoriesQuery = (organizationId: number) =>
  queryOptions({
    queryKey: queryKeys.lineCategories(organizationId),
    queryFn: async ({ signal }) => (await apiPart.get()).offices.lineCategories(organizationId, signal),
    staleTime: HOUR_MS,
  })

/** The offices that give a kind of service, with their place (OFF-12). */
export const lineCategoryGeoQuery = (categoryId: number) =>
  queryOptions({
    queryKey: queryKeys.lineCategoryGeo(categoryId),
    queryFn: async ({ signal }) => (await apiPart.get()).offices.lineCategoryGeo(categoryId, signal),
    staleTime: HOUR_MS,
  })
