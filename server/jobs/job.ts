/**
 * Work to be done after the commit of the transaction that asks for it: once, by any server, again if it
 * fails.
 */
export interface NewJob<Kind extends string = string, Payload extends object = Record<string, unknown>> {
  kind: Kind
  /** Names the work within its kind: the same work asked for twice is one job. */
  key: string
  payload: Payload
  /** By the time on which all servers agree (`agreedNow`): any of them does it, by whatever clock. */
  run_at: Date
}

/** What a handler knows of the job beside its payload. */
export interface Job {
  id: number
  kind: string
  key: string
  /** 1 the first time. */
  attempts: number
  run_at: Date
  /** Until then no other server begins it, by the time on which all agree (`agreedNow`). */
  locked_until: Date
}

/** Thrown by a handler that was asked for patience: its job is tried again, and no sooner than that. */
export class TryAgainLater extends Error {
  override readonly name: string = 'TryAgainLater'
  /** Milliseconds; 0 where the usual pause will do. */
  readonly waitMs: number
  /**
   * How long it is worth trying: until then the job is not given up, however often it was tried. Its handler
   * finds the end of it by itself.
   */
  readonly until: Date | null
  /** Until then its pauses grow no longer than this, milliseconds; null where the usual ones will do. */
  readonly pauseMs: number | null

  constructor(message: string, waitMs: number, worth: { until: Date; pauseMs?: number } | null = null) {
    super(message)
    this.waitMs = waitMs
    this.until = worth?.until ?? null
    this.pauseMs = worth?.pauseMs ?? null
  }
}

/** How one run of a job ended: `postponed` by a handler that was asked for patience, `failed` by a fault. */
export type JobOutcome = 'done' | 'postponed' | 'failed'

/**
 * One handler a kind. A handler that throws is asked again later; one that outlives the lock, or whose server
 * dies, may run a second time, so what it does must bear repeating.
 */
export type JobHandlers<Payloads> = {
  [Kind in keyof Payloads]: (payload: Payloads[Kind], job: Job) => Promise<void>
}
