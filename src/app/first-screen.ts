import { firstPaint } from '#src/platform/first-paint.ts'

let stand = () => {}
const stands = new Promise<void>(resolve => {
  stand = resolve
})

/** The first screen stands, or it is said that there is none. Again it says nothing. */
export const sayFirstScreen = (): void => stand()

/**
 * Settles when the first screen stands and there is something to be seen. Whoever lies beside screens waits
 * for this: a frame is painted long before, and the files of its screen are then still on their way.
 */
export const firstScreen = (): Promise<void> => stands.then(firstPaint)
