import { queryOptions } from '@tanstack/react-query'
import { apiPart } from './parts.ts'

/** Under `person` (query-keys.ts): it goes when they leave. */
export const accountKey = ['person', 'account'] as const

/** How one may come in here: `WaysIn`. It changes when the operator says so. */
export const waysInQuery = () =>
  queryOptions({
    queryKey: ['ways-in'],
    queryFn: async ({ signal }) => (await apiPart.get()).accounts.ways(signal),
    staleTime: 10 * 60_000,
  })

/** What the settings of one's account show: `Account`. */
export const accountQuery = () =>
  queryOptions({
    queryKey: accountKey,
    queryFn: async ({ signal }) => (await apiPart.get()).accounts.account(signal),
    staleTime: 30_000,
  })
