/** The time of day. Tests pass one that they move. */
export interface Clock {
  now(): Date
  /**
   * Whether what cannot be taken back may be done by it: false while the time of day is in doubt. Absent
   * where whoever made the clock answers for it.
   */
  isSure?(): boolean
  /**
   * The time of day by which all servers of one database agree, where their own differ. Absent where whoever
   * made the clock answers for it.
   */
  agreed?(): Date
}

/** Now, by the time on which all servers of one database agree. @see Clock.agreed */
export const agreedNow = (clock: Clock): Date => clock.agreed?.() ?? clock.now()

export const isSure = (clock: Clock): boolean => clock.isSure?.() ?? true

/** This machine's, as it stands. A server lives by `machineClock`, a command by `databaseClock`. */
export const systemClock: Clock = { now: () => new Date() }
