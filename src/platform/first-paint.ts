/** A page opened in the background paints nothing until it is looked at; its work must not wait for that. */
const PATIENCE_MS = 1_000

/** What is rendered now has been painted: the second frame begins after the first was. */
const painted = (): Promise<void> =>
  new Promise(resolve => {
    requestAnimationFrame(() => requestAnimationFrame(() => resolve()))
    setTimeout(resolve, PATIENCE_MS)
  })

let begin: () => void
const rendered = new Promise<void>(resolve => {
  begin = resolve
})
const paint = rendered.then(painted)

/** To be called once, when the first screen has been handed to the renderer. */
export const firstScreenRendered = (): void => begin()

/**
 * Settles when the first screen is to be seen. Whoever is not needed for it waits: fetching and parsing beside it would
 * put it off.
 */
export const firstPaint = (): Promise<void> => paint
