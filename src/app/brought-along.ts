import { broughtBy } from '#src/platform/brought-along.ts'

/** What this page brought along. */
export const broughtAlong = broughtBy(document)
