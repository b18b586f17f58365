import type { Clock } from '#server/platform/clock.ts'

const MINUTE_MS = 60_000

/** How many numbers one person may ask for in a minute by socket: as many as by REST. */
const TICKET_REQUESTS_PER_MINUTE = 20

/** Counts requests by person in the minute that runs. What was counted is forgotten with the minute. */
export function createTicketMeter(
  clock: Clock,
  most = TICKET_REQUESTS_PER_MINUTE,
): { admits(userId: string): boolean } {
  let minute = 0
  let counted = new Map<string, number>()
  return {
    admits(userId) {
      const now = Math.floor(clock.now().getTime() / MINUTE_MS)
      if (now !== minute) {
        minute = now
        counted = new Map()
      }
      const count = (counted.get(userId) ?? 0) + 1
      counted.set(userId, count)
      return count <= most
    },
  }
}
