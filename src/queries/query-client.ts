import { onlineManager } from '@tanstack/react-query'
import { createQueryClient } from './create-query-client.ts'

// The library believes in a network until it hears otherwise, and to a page that was opened without one its
// return would be no news.
onlineManager.setOnline(navigator.onLine)

/** The page's own. */
export const queryClient = createQueryClient({ hasNetwork: () => navigator.onLine })
