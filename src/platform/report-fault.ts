/**
 * A fault of ours that nobody waits for: told to the page (`error` event, console) as if it had been thrown
 * at the top, without stopping what goes on around it.
 */
export function reportFault(error: unknown): void {
  // Not in every worker and test runner; there it is thrown where nobody can catch it, which is the same.
  if (typeof globalThis.reportError === 'function') globalThis.reportError(error)
  else
    queueMicrotask(() => {
      throw error
    })
}
