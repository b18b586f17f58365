import { fallen } from '#src/screens/shared/late.ts'

/**
 * What is fetched once, and without which the rest cannot begin. Where it is not to be had, it is asked for
 * anew with all that has fallen, and whoever waits for it waits until then.
 */
export const comeAtLast = <Part>(fetch: () => Promise<Part>): Promise<Part> =>
  fetch().catch((error: unknown) => {
    reportError(error)
    return new Promise(resolve => void fallen.push(() => resolve(comeAtLast(fetch))))
  })
