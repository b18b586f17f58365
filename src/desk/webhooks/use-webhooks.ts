import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { Webhook } from '#contract/rest/webhooks.ts'
import { useDeskTools } from '../desk-tools.ts'

const REFRESH_MS = 15_000

export interface AtOffice {
  clerkId: number
  officeId: number
}

export const webhooksKey = ({ clerkId, officeId }: AtOffice) =>
  ['desk', clerkId, officeId, 'webhooks'] as const

/** Where else it is told what happens, and how that fares. */
export function useWebhooks(at: AtOffice): UseQueryResult<{ webhooks: Webhook[] }> {
  const { api } = useDeskTools()
  return useQuery({
    queryKey: webhooksKey(at),
    queryFn: ({ signal }) => api.webhooks(at.officeId, signal),
    refetchInterval: REFRESH_MS,
    retry: false,
    networkMode: 'always',
  })
}
