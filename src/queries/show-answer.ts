import type { QueryClient, QueryKey } from '@tanstack/react-query'

/**
 * Shows at once what a change answered. A look that began before the change saw what stood then, and must not
 * come back over its answer: not at this key, and not at those below it.
 */
export async function showAnswer<Answer>(
  client: QueryClient,
  queryKey: QueryKey,
  answer: Answer,
): Promise<void> {
  await client.cancelQueries({ queryKey })
  client.setQueryData<Answer>(queryKey, answer)
}
