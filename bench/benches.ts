import type { Figure } from './figure.ts'

/** What a run may be told besides the names. */
export interface BenchAsked {
  /** How many histories, of how many operations, and the number of the first. */
  seeds?: number | undefined
  operations?: number | undefined
  from?: number | undefined
  /** How many turns lie behind the installation of a year. */
  turns?: number | undefined
  /** A file for the report of each, a line of JSON for each. */
  report?: string | undefined
}

export interface Bench {
  measure(asked: BenchAsked): Promise<Figure[]>
  /** Whether it looks at the built application. */
  needsBuild: boolean
  /** A bench that takes longer is stuck, or the machine is. */
  mostMs: number | ((asked: BenchAsked) => Promise<number>)
}

const MINUTE_MS = 60_000

/**
 * By name, in the order in which they run. Each is loaded when it runs: none pays for what another one needs.
 */
export const BENCHES: Readonly<Record<string, Bench>> = {
  bytes: {
    measure: async () => (await import('./bytes.ts')).measureBytes(),
    needsBuild: true,
    mostMs: MINUTE_MS,
  },
  'offline-start': {
    measure: async () => (await import('./offline-start.ts')).measureOfflineStart(),
    needsBuild: true,
    mostMs: 3 * MINUTE_MS,
  },
  'first-seconds': {
    measure: async () => (await import('./first-seconds.ts')).measureFirstSeconds(),
    needsBuild: true,
    mostMs: 5 * MINUTE_MS,
  },
  interactions: {
    measure: async () => (await import('./interactions.ts')).measureInteractions(),
    needsBuild: true,
    mostMs: 10 * MINUTE_MS,
  },
  lighthouse: {
    measure: async () => (await import('./lighthouse.ts')).measureLighthouse(),
    needsBuild: true,
    mostMs: 20 * MINUTE_MS,
  },
  broadcast: {
    measure: async () => (await import('./broadcast.ts')).measureBroadcast(),
    needsBuild: false,
    mostMs: 4 * MINUTE_MS,
  },
  'join-storm': {
    measure: async () => (await import('./join-storm.ts')).measureJoinStorm(),
    needsBuild: false,
    mostMs: 15 * MINUTE_MS,
  },
  'socket-memory': {
    measure: async () => (await import('./socket-memory.ts')).measureSocketMemory(),
    needsBuild: false,
    mostMs: 2 * MINUTE_MS,
  },
  'tickets-per-second': {
    measure: async () => (await import('./tickets-per-second.ts')).measureTicketsPerSecond(),
    needsBuild: false,
    mostMs: 3 * MINUTE_MS,
  },
  'calls-per-second': {
    measure: async () => (await import('./calls-per-second.ts')).measureCallsPerSecond(),
    needsBuild: false,
    mostMs: 4 * MINUTE_MS,
  },
  'bookings-per-second': {
    measure: async () => (await import('./bookings-per-second.ts')).measureBookingsPerSecond(),
    needsBuild: false,
    mostMs: 5 * MINUTE_MS,
  },
  capacity: {
    measure: async () => (await import('./capacity.ts')).measureCapacity(),
    needsBuild: false,
    mostMs: 15 * MINUTE_MS,
  },
  calendar: {
    measure: async () => (await import('./calendar.ts')).measureCalendar(),
    needsBuild: false,
    mostMs: MINUTE_MS,
  },
  growth: {
    measure: async () => (await import('./growth.ts')).measureGrowth(),
    needsBuild: false,
    mostMs: 4 * MINUTE_MS,
  },
  year: {
    measure: async asked => (await import('./year.ts')).measureYear(asked),
    needsBuild: true,
    mostMs: 90 * MINUTE_MS,
  },
  figures: {
    measure: async () => (await import('./figures.ts')).measureFigures(),
    needsBuild: false,
    mostMs: 15 * MINUTE_MS,
  },
  fuzz: {
    measure: async () => (await import('./fuzz.ts')).measureFuzz(),
    needsBuild: false,
    mostMs: 65 * MINUTE_MS,
  },
  histories: {
    measure: async asked => (await import('./histories.ts')).measureHistories(asked),
    needsBuild: false,
    mostMs: async asked => (await import('./histories.ts')).longestHistories(asked),
  },
  'wait-error': {
    measure: async () => (await import('./wait-error.ts')).measureWaitError(),
    needsBuild: false,
    mostMs: 5 * MINUTE_MS,
  },
}
