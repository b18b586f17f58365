import { latePart } from '#src/platform/late-part.ts'
import type { Flows } from './bind-flows.ts'

/**
 * The verbs, for the screens: `const { takeTicket } = await flows.get()`. With them come the calls, the
 * socket and the database, which is why they are not in the first download.
 */
export const flows = latePart<Flows>('the flows')
