import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { OfficeLink } from '#contract/rest/devices.ts'
import { useDeskTools } from '../desk-tools.ts'

const REFRESH_MS = 30_000

export interface AtOffice {
  clerkId: number
  office: { id: number; slug: string; time_zone: string }
}

export const linksKey = ({ clerkId, office }: AtOffice) => ['desk', clerkId, office.id, 'links'] as const

/** The links that stand, and who came in by them lately. */
export function useLinks(at: AtOffice): UseQueryResult<{ links: OfficeLink[] }> {
  const { api } = useDeskTools()
  return useQuery({
    queryKey: linksKey(at),
    queryFn: ({ signal }) => api.links(at.office.id, signal),
    refetchInterval: REFRESH_MS,
    retry: false,
    networkMode: 'always',
  })
}
