import { queryOptions } from '@tanstack/react-query'
import { apiPart } from './parts.ts'
import { queryKeys } from './query-keys.ts'

/** Beside the other keys, which are in the first download. Under `person`: it goes when they leave. */
export const whatsappKey = [...queryKeys.person, 'whatsapp'] as const

const MINUTE_MS = 60_000
/** What WhatsApp says of a code comes within seconds; who waits for it looks at this screen. */
const CODE_LOOK_MS = 4_000

/**
 * How this person is reached by WhatsApp: `WhatsappState`. Not for guests.
 * @param awaitsCode asked again and again, until the code is there or cannot be brought
 */
export const whatsappQuery = (awaitsCode = false) =>
  queryOptions({
    queryKey: whatsappKey,
    queryFn: async ({ signal }) => (await apiPart.get()).whatsapp.read(signal),
    staleTime: MINUTE_MS,
    refetchInterval: awaitsCode ? CODE_LOOK_MS : false,
  })
