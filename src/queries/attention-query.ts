import { queryOptions } from '@tanstack/react-query'
import { apiPart } from './parts.ts'
import { queryKeys } from './query-keys.ts'

/**
 * Whether a ticket or a reservation is being attended (WAIT-02). Never taken from memory: it is asked because
 * it changes.
 */
export const attentionQuery = (id: string, type: 'ticket' | 'reserve') =>
  queryOptions({
    queryKey: queryKeys.attention(id),
    queryFn: async ({ signal }) => (await apiPart.get()).waiting.attention(id, type, signal),
    staleTime: 0,
  })
