import { fallen } from '#src/screens/shared/late.ts'

/**
 * What is fetched once, and without which the rest cannot begin. Where it is not to be had, it is asked for
 * anew with all that has fallen, and whoever waits for it waits until then.
 * @param onLost each time that it could not be had
 */
export async function comeAtLast<Part>(fetch: () => Promise<Part>, onLost?: () => void): Promise<Part> {
  for (;;) {
    try {
      return await fetch()
    } catch (error) {
      reportError(error)
      onLost?.()
      await new Promise<void>(resolve => void fallen.push(resolve))
    }
  }
}
