/**
 * The flags that do something, and how they stand where nothing is said of them. What is off is neither shown
 * nor done: the application hides it, and the server refuses it.
 */
export const KNOWN_FLAGS = {
  /** Whoever waits may let others go first. */
  'let-others-pass': true,
  /** The application offers to be installed; nothing is asked of the server for it. */
  'install-guide': true,
  /** Times can be booked and moved. What is booked already stands, and can be given back. */
  reservations: true,
} as const
export type KnownFlag = keyof typeof KNOWN_FLAGS
