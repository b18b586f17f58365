type Ask = (go: () => void) => void

let ask: Ask | null = null

/** From now on whoever leaves the page of the desk is asked first. @returns ends it */
export function guardLeaving(asking: Ask): () => void {
  ask = asking
  return () => {
    if (ask === asking) ask = null
  }
}

/** Goes, or asks whether to. */
export const leave = (go: () => void): void => (ask ? ask(go) : go())
