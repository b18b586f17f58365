/** A clock that was set back makes nothing young that is older. */
export const isYoung = (readAt: number, now: Date, ms: number): boolean =>
  Math.abs(now.getTime() - readAt) < ms
