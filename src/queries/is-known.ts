import type { QueryClient, QueryKey } from '@tanstack/react-query'

/**
 * Whether an answer is there already. Then, if it is asked for all the same, it is because it is too old: the
 * worker's own copy may be just as old, so the newest is asked for.
 */
export const isKnown = (client: QueryClient, key: QueryKey): boolean => client.getQueryData(key) !== undefined
