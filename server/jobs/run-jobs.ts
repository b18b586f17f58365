import type { Database } from '#server/database/database.ts'
import { agreedNow, type Clock } from '#server/platform/clock.ts'
import type { Timers } from '#server/platform/timers.ts'
import { spanHere, traced, type Tracer } from '#server/platform/tracing.ts'
import { type JobHandlers, type JobOutcome, TryAgainLater } from './job.ts'
import { finishJob, postponeJob, type TakenJob, takeDueJobs } from './job-table.ts'

/** How often due jobs are looked for where nobody wakes the runner. */
export const JOB_POLL_MS = 1_000
/**
 * A job whose server died is taken over after so long: a call cannot wait for more. Handlers end well within
 * it.
 */
export const JOB_LOCK_MS = 20_000
export const JOB_ATTEMPTS_MAX = 8
/** Jobs that one runner runs at a time. */
export const JOBS_AT_ONCE = 16
const FIRST_PAUSE_MS = 1_000
const LONGEST_PAUSE_MS = 5 * 60_000

/** 1, 2, 4 … seconds after the attempt that failed, five minutes at most. */
export function pauseAfter(attempts: number): number {
  return Math.min(FIRST_PAUSE_MS * 2 ** (attempts - 1), LONGEST_PAUSE_MS)
}

/** The message alone: an error's other fields may hold what it was about, such as an address. */
const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

export interface JobRunnerOptions<Payloads> {
  database: Pick<Database, 'db'>
  clock: Clock
  timers: Timers
  handlers: JobHandlers<Payloads>
  /** Counts how each run of a job ended. */
  count?: (kind: string, outcome: JobOutcome) => void
  /** Where somebody collects what happens. */
  tracer?: Tracer
  log: {
    warn(details: object, message: string): void
    error(details: object, message: string): void
  }
}

export interface JobRunner {
  /** Looks for due jobs now: a job was just committed. */
  wake(): void
  /** Takes no more, and resolves when what runs has finished. */
  stop(): Promise<void>
}

/**
 * Runs due jobs of the kinds that have a handler; other kinds are left to servers that know them. A job that
 * fails is tried again after a growing pause; after the last attempt it stays in the table with its error,
 * and is not run until somebody asks for it anew. One that says how long it is worth trying is tried until
 * then: a call stands longer than the pauses of all attempts together.
 */
export function createJobRunner<Payloads>({
  database: { db },
  clock,
  timers,
  handlers,
  count,
  tracer,
  log,
}: JobRunnerOptions<Payloads>): JobRunner {
  const kinds = Object.keys(handlers) as (keyof Payloads & string)[]
  const running = new Set<Promise<void>>()
  let looking: Promise<void> | null = null
  let lookAgain = false
  /** The last look found as many as there was room for. */
  let moreMayBeDue = false
  let stopped = false

  const aboutOf = ({ id, attempts, run_at }: TakenJob) => ({
    'numerito.job_id': id,
    'numerito.job.attempts': attempts,
    'numerito.job.late_ms': Math.max(0, agreedNow(clock).getTime() - run_at.getTime()),
  })

  async function giveUp(job: TakenJob, reason: string): Promise<void> {
    log.error({ kind: job.kind, job_id: job.id, attempts: job.attempts, reason }, 'job given up')
    await postponeJob(db, job, null, reason)
  }

  async function fail(job: TakenJob, error: unknown): Promise<void> {
    const reason = reasonOf(error)
    spanHere()?.fail(error)
    count?.(job.kind, error instanceof TryAgainLater ? 'postponed' : 'failed')
    const { waitMs, until, pauseMs } =
      error instanceof TryAgainLater ? error : { waitMs: 0, until: null, pauseMs: null }
    const isWorthIt = until !== null && until > clock.now()
    if (job.attempts >= JOB_ATTEMPTS_MAX && !isWorthIt) return await giveUp(job, reason)
    const details = { kind: job.kind, job_id: job.id, attempts: job.attempts, reason }
    log.warn(details, 'job failed, will be tried again')
    const usual = pauseAfter(job.attempts)
    const pause = Math.max(isWorthIt ? Math.min(usual, pauseMs ?? usual) : usual, waitMs)
    // Its last attempt is still to come, also where its server dies over this one.
    const counted = Math.min(job.attempts, JOB_ATTEMPTS_MAX - 1)
    await postponeJob(db, job, new Date(agreedNow(clock).getTime() + pause), reason, counted)
  }

  async function run(job: TakenJob): Promise<void> {
    const { id, kind, key, attempts, run_at, locked_until } = job
    // Nobody could say so: its server died over the last attempt.
    if (attempts > JOB_ATTEMPTS_MAX) return await giveUp(job, job.last_error ?? 'its server died')
    try {
      await handlers[kind as keyof Payloads](job.payload as Payloads[keyof Payloads], {
        id,
        kind,
        key,
        attempts,
        run_at,
        locked_until,
      })
    } catch (error) {
      return await fail(job, error)
    }
    count?.(kind, 'done')
    await finishJob(db, job)
  }

  function start(job: TakenJob): void {
    const done = traced(tracer, [`job ${job.kind}`, 'job'], aboutOf(job), () => run(job))
      // The database is away: the lock runs out and the job is taken again.
      .catch(error =>
        log.error({ kind: job.kind, job_id: job.id, reason: reasonOf(error) }, 'job could not be marked'),
      )
      .finally(() => {
        running.delete(done)
        if (moreMayBeDue) look()
      })
    running.add(done)
  }

  async function takeWhileThereIsRoom(): Promise<void> {
    do {
      lookAgain = false
      const limit = JOBS_AT_ONCE - running.size
      if (limit <= 0 || kinds.length === 0) return
      const taken = await takeDueJobs(db, { kinds, at: agreedNow(clock), limit, lockMs: JOB_LOCK_MS })
      moreMayBeDue = taken.length === limit
      for (const job of taken) start(job)
    } while (lookAgain && !stopped)
  }

  function look(): void {
    if (stopped) return
    lookAgain = true
    looking ??= takeWhileThereIsRoom()
      .catch(error => log.error({ reason: reasonOf(error) }, 'jobs could not be taken'))
      .finally(() => {
        looking = null
        if (lookAgain && running.size < JOBS_AT_ONCE) look()
      })
  }

  const stopPolling = timers.every(JOB_POLL_MS, look)
  look()

  return {
    wake: look,
    async stop() {
      stopped = true
      stopPolling()
      await looking
      await Promise.all(running)
    },
  }
}
