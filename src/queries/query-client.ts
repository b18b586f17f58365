import { createQueryClient } from './create-query-client.ts'

/** The page's own. */
export const queryClient = createQueryClient()
