/**
 * The flags that the application knows, and how they stand where the operator has said nothing. A row of the table
 * `flags` speaks louder, and may name others.
 */
export const KNOWN_FLAGS = [
  /** Whoever waits may let others go first. */
  { name: 'let-others-pass', enabled: true },
  /** The application offers to be installed. */
  { name: 'install-guide', enabled: true },
  /** Times can be booked. */
  { name: 'reservations', enabled: false },
] as const

export type KnownFlag = (typeof KNOWN_FLAGS)[number]['name']
