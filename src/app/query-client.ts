import { createQueryClient } from '#src/queries/create-query-client.ts'

export const queryClient = createQueryClient()
