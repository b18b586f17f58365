import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import type { Database } from '#server/database/database.ts'
import { CALL_STANDS_MS } from '#contract/limits.ts'
import { askForJobs } from '#server/facts/write-log.ts'
import { enqueueJobs } from '#server/jobs/enqueue-jobs.ts'
import { type Job, type JobHandlers, type NewJob, TryAgainLater } from '#server/jobs/job.ts'
import { NEVER, takeDueJobs } from '#server/jobs/job-table.ts'
import { pruneJobs } from '#server/jobs/prune-jobs.ts'
import {
  createJobRunner,
  JOB_ATTEMPTS_MAX,
  JOB_LOCK_MS,
  JOB_POLL_MS,
  JOBS_AT_ONCE,
  pauseAfter,
} from '#server/jobs/run-jobs.ts'
import { AT_ONCE_KINDS, type NewsJobPayloads, runNewsJobs } from '#server/news-jobs.ts'
import { holdAgainstDatabase } from '#server/machine-clock.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Timers } from '#server/platform/timers.ts'
import { eachDatabase } from '#tests/support/databases.ts'
import { rowsReadByKeptPlans } from '#tests/support/rows-read-by-kept-plans.ts'
import { waitFor } from '#tests/support/wait-for.ts'

interface Payloads {
  greet: { name: string }
}

const START = new Date('2026-11-21T15:00:00Z')

eachDatabase('jobs', open => {
  let database: Database
  let now: Date
  const clock = { now: () => now }
  const advance = (ms: number) => {
    now = new Date(now.getTime() + ms)
  }
  beforeAll(async () => {
    database = await open()
  })
  beforeEach(async () => {
    await database.db.deleteFrom('jobs').execute()
    now = START
  })

  /** Timers that a test rings itself. */
  function bells(): Timers & { ring(): void; intervals: number[] } {
    const calls = new Set<() => void>()
    const intervals: number[] = []
    return {
      intervals,
      ring: () => {
        for (const call of calls) call()
      },
      after: () => () => undefined,
      every(ms, call) {
        intervals.push(ms)
        calls.add(call)
        return () => void calls.delete(call)
      },
    }
  }

  const greeting = (name: string, run_at = START): NewJob<'greet', Payloads['greet']> => ({
    kind: 'greet',
    key: name,
    payload: { name },
    run_at,
  })
  const enqueue = (jobs: NewJob<string, object>[], again?: 'keep' | 'replace') =>
    database.transaction(trx => enqueueJobs(trx, jobs, again))
  const rows = () => database.db.selectFrom('jobs').selectAll().orderBy('id').execute()

  function runner(
    handler: JobHandlers<Payloads>['greet'],
    timers: Timers = bells(),
    runnersClock: Clock = clock,
  ) {
    const logged: { level: 'warn' | 'error'; details: object; message: string }[] = []
    const log = {
      warn: (details: object, message: string) => void logged.push({ level: 'warn', details, message }),
      error: (details: object, message: string) => void logged.push({ level: 'error', details, message }),
    }
    const counted: string[] = []
    const running = createJobRunner<Payloads>({
      database,
      clock: runnersClock,
      timers,
      handlers: { greet: handler },
      count: (kind, outcome) => void counted.push(`${kind} ${outcome}`),
      log,
    })
    return { ...running, logged, counted }
  }

  const empty = () => waitFor('no job is left', async () => (await rows()).length === 0)

  it('exist if and only if their transaction committed', async () => {
    const failing = database.transaction(async trx => {
      await enqueueJobs(trx, [greeting('lost')])
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    await enqueue([greeting('kept')])
    expect((await rows()).map(row => row.key)).toEqual(['kept'])
  })

  it('are done once, with what they were given, and are gone', async () => {
    await enqueue([greeting('ana'), greeting('luis')])
    const done: [string, Job][] = []
    const { stop } = runner(async ({ name }, job) => void done.push([name, job]))
    await empty()
    await stop()
    expect(done).toMatchObject([
      ['ana', { kind: 'greet', key: 'ana', attempts: 1, run_at: START }],
      ['luis', { kind: 'greet', key: 'luis', attempts: 1 }],
    ])
  })

  it('asked for twice are one: kept as they were, or replaced', async () => {
    await enqueue([greeting('ana')])
    const again = { ...greeting('ana', new Date(START.getTime() + 5_000)), payload: { name: 'Ana María' } }
    await enqueue([again])
    expect(await rows()).toMatchObject([{ payload: { name: 'ana' }, run_at: START }])
    await enqueue([again], 'replace')
    expect(await rows()).toMatchObject([{ payload: { name: 'Ana María' }, run_at: again.run_at }])
  })

  it('wait for their time', async () => {
    await enqueue([greeting('later', new Date(START.getTime() + 10_000))])
    const done: string[] = []
    const { wake, stop } = runner(async ({ name }) => void done.push(name))
    wake()
    await sleep(50)
    expect(done).toEqual([])
    advance(10_000)
    wake()
    await empty()
    await stop()
    expect(done).toEqual(['later'])
  })

  it('are looked for every second, and at once when the runner is woken', async () => {
    const timers = bells()
    const done: string[] = []
    const { wake, stop } = runner(async ({ name }) => void done.push(name), timers)
    expect(timers.intervals).toEqual([JOB_POLL_MS])
    await enqueue([greeting('polled')])
    timers.ring()
    await empty()
    await enqueue([greeting('woken')])
    wake()
    await empty()
    await stop()
    expect(done).toEqual(['polled', 'woken'])
  })

  it('that fail are tried again after growing pauses, in the end no more, and keep their error', async () => {
    await enqueue([greeting('ana')])
    const attempts: number[] = []
    const { wake, stop, logged } = runner(async (_payload, job) => {
      attempts.push(job.attempts)
      throw new Error('nobody home')
    })
    for (let attempt = 1; attempt <= JOB_ATTEMPTS_MAX; attempt++) {
      const row = await waitFor(`attempt ${attempt} is marked`, async () => {
        wake()
        const [job] = await rows()
        return job?.attempts === attempt && job.locked_until === null ? job : null
      })
      expect(row).toMatchObject({ last_error: 'nobody home', failing_since: START })
      // After the last one it is never due any more: no look for what is due comes past it.
      const next = attempt === JOB_ATTEMPTS_MAX ? Infinity : now.getTime() + pauseAfter(attempt)
      expect(Number(row.run_at)).toBe(next)
      advance(pauseAfter(attempt) - 1)
      wake()
      await sleep(5)
      expect(attempts).toHaveLength(attempt)
      advance(1)
    }
    wake()
    await sleep(30)
    await stop()
    expect(attempts).toEqual(Array.from({ length: JOB_ATTEMPTS_MAX }, (_, index) => index + 1))
    expect(logged.map(line => line.level)).toEqual([...Array(JOB_ATTEMPTS_MAX - 1).fill('warn'), 'error'])
    expect(logged[0]?.details).toMatchObject({ kind: 'greet', reason: 'nobody home' })
    expect(pauseAfter(1)).toBeLessThan(pauseAfter(2))
    expect(pauseAfter(50)).toBe(5 * 60_000)
  })

  it('are counted, each run of them: done, put off by whoever was to do it, or failed by a fault of ours', async () => {
    const runs = [
      () => Promise.reject(new TryAgainLater('nobody takes it', 0)),
      () => Promise.reject(new Error('nobody home')),
      () => Promise.resolve(),
    ]
    await enqueue([greeting('ana')])
    const { wake, stop, counted } = runner(() => runs.shift()?.() ?? Promise.resolve())
    await waitFor('it is done', async () => {
      wake()
      const [job] = await rows()
      if (job && job.locked_until === null && job.attempts > 0) now = new Date(job.run_at)
      return job === undefined
    })
    await stop()
    expect(counted).toEqual(['greet postponed', 'greet failed', 'greet done'])
  })

  it('[PUSH-02] that are worth trying until a certain moment are tried until then, however often', async () => {
    const until = new Date(START.getTime() + CALL_STANDS_MS)
    await enqueue([greeting('ana')])
    const tried: number[] = []
    const { wake, stop, logged } = runner(async () => {
      if (now >= until) return
      tried.push(now.getTime())
      throw new TryAgainLater('nobody takes it', 0, { until, pauseMs: 15_000 })
    })
    await waitFor('it is done', async () => {
      wake()
      const [job] = await rows()
      if (job && job.locked_until === null && job.attempts > 0) now = new Date(job.run_at)
      return job === undefined
    })
    await stop()
    expect(tried.length).toBeGreaterThan(JOB_ATTEMPTS_MAX)
    const pauses = tried.slice(1).map((at, index) => at - (tried[index] ?? 0))
    expect(pauses.slice(0, 4)).toEqual([1, 2, 4, 8].map(seconds => seconds * 1_000))
    expect(Math.max(...pauses)).toBe(15_000)
    expect(logged.filter(({ level }) => level === 'error')).toEqual([])
    expect(now.getTime() - until.getTime()).toBeLessThan(15_000)
  })

  /** In the statement that writes an office's facts. */
  const askedWithFacts = (jobs: NewJob<string, object>[]) => {
    const asked = askForJobs(jobs.map(job => ({ ...job, office_id: 1 })))
    return sql`with turn as (select 1 as office_id) ${asked}`.execute(database.db)
  }

  it.each([
    ['keep', 'luis', (jobs: NewJob<string, object>[]) => enqueue(jobs)],
    ['replace', 'Luis Alberto', (jobs: NewJob<string, object>[]) => enqueue(jobs, 'replace')],
    ['with facts', 'luis', askedWithFacts],
  ])('that were given up begin anew when asked for again (%s)', async (_how, waiting, ask) => {
    const failed = runner(async () => {
      throw new Error('nobody home')
    })
    await enqueue([greeting('ana'), greeting('luis', new Date(START.getTime() + 3_600_000))])
    await waitFor('it is given up', async () => {
      advance(pauseAfter(JOB_ATTEMPTS_MAX))
      failed.wake()
      return Number((await rows())[0]?.run_at) === Infinity
    })
    await failed.stop()
    // Beside one that waits still, and twice in one asking.
    const asked = { ...greeting('ana', now), payload: { name: 'Ana María' } }
    await ask([asked, asked, { ...greeting('luis', now), payload: { name: 'Luis Alberto' } }])
    expect(await rows()).toMatchObject([
      { run_at: now, attempts: 0, last_error: null, failing_since: null },
      { attempts: 0, payload: { name: waiting } },
    ])
    const done: string[] = []
    const { stop } = runner(async ({ name }) => void done.push(name))
    await waitFor('it is done', () => done.includes('Ana María'))
    await stop()
  })

  it.each([
    { first: 0, second: 25_000 },
    { first: -25_000, second: 0 },
  ])(
    'are run by one server at a time, also where the clocks of two differ: by $first and $second ms',
    async apart => {
      const heldBy = async (ms: number) => {
        const held = holdAgainstDatabase({ now: () => new Date(Date.now() + ms) }, database)
        await held.look()
        return held
      }
      await enqueue([greeting('ana', new Date(Date.now() - 60_000))])
      const begun: string[] = []
      const end = Promise.withResolvers<void>()
      const by = async (name: string, ms: number) =>
        runner(
          async () => {
            if (begun.push(name) === 1) await end.promise
          },
          bells(),
          await heldBy(ms),
        )
      const first = await by('first', apart.first)
      await waitFor('it is under way', () => begun.length === 1)
      const second = await by('second', apart.second)
      await second.stop()
      end.resolve()
      await first.stop()
      expect(begun).toEqual(['first'])
      expect(await rows()).toEqual([])
    },
  )

  it.each([3_600_000, -3_600_000])(
    'begin when they are due by the time on which all servers agree, on one whose clock is %s ms ahead too',
    async apart => {
      const held = holdAgainstDatabase({ now: () => new Date(Date.now() + apart) }, database)
      await held.look()
      const inMs = (ms: number) => new Date(Date.now() + ms)
      await enqueue([greeting('due', inMs(-1_800_000)), greeting('not yet', inMs(1_800_000))])
      const done: string[] = []
      const { stop } = runner(
        async ({ name }) => {
          done.push(name)
          throw new TryAgainLater('nobody takes it', 1_800_000)
        },
        bells(),
        held,
      )
      await waitFor('it was tried', async () => (await rows()).some(row => row.last_error !== null))
      await stop()
      expect(done).toEqual(['due'])
      // And again so much later, whichever server it is.
      const [tried] = await rows()
      expect(Math.abs(Number(tried?.run_at) - inMs(1_800_000).getTime())).toBeLessThan(600_000)
    },
  )

  it('that were given up are not walked past by who looks for work', async () => {
    await sql`
      insert into jobs (kind, key, payload, run_at, attempts)
      select 'greet', 'n' || n, '{"name": "x"}', ${START}, ${JOB_ATTEMPTS_MAX} from generate_series(1, 40) as n`.execute(
      database.db,
    )
    const { wake, stop, logged } = runner(async () => {
      throw new Error('nobody asked for it')
    })
    // Those too over whose last attempt a server died, or that a release before this one left there.
    await waitFor('all are put aside', async () => {
      wake()
      return (await rows()).every(row => Number(row.run_at) === Infinity && row.locked_until === null)
    })
    await stop()
    expect(logged).toHaveLength(40)
    expect(logged[0]).toMatchObject({
      level: 'error',
      message: 'job given up',
      details: { reason: 'its server died' },
    })
    await sql`
      insert into jobs (kind, key, payload, run_at, attempts, failing_since)
      select 'of-old', 'n' || n, '{}', 'infinity', ${JOB_ATTEMPTS_MAX}, ${START} from generate_series(1, 4000) as n`.execute(
      database.db,
    )
    await sql`analyze jobs`.execute(database.db)
    const asked = { kinds: ['greet', 'of-old'], at: now, limit: JOBS_AT_ONCE, lockMs: 1 }
    const look = async ({ db }: Pick<Database, 'db'>) => expect(await takeDueJobs(db, asked)).toEqual([])
    // No more than what is left of those that are put aside.
    expect(await rowsReadByKeptPlans(database, 'jobs', look)).toBeLessThanOrEqual(40)
    // The operator finds them, and has them tried again, as docs/operating/watching.md says.
    await sql`update jobs set attempts = 0, run_at = ${now} where attempts >= 8`.execute(database.db)
    const done: string[] = []
    const mended = runner(async ({ name }) => void done.push(name))
    await waitFor('all are done', () => {
      mended.wake()
      return done.length === 40
    })
    await mended.stop()
  })

  it.each([
    ['reminders', 'remind-reservation'],
    ['messages to a whole line', 'push-line-message'],
  ] as const)(
    'a call rings at once, however many %s are due before it and stay under way',
    async (_, said) => {
      const due = (kind: string, nth: number, run_at: Date) => ({
        kind,
        key: `${nth}`,
        payload: { nth },
        run_at,
      })
      const before = new Date(START.getTime() - 1_000)
      const crowd = Array.from({ length: 3 * JOBS_AT_ONCE }, (_, nth) => due(said, nth, before))
      await enqueue(crowd)
      const reminded = Promise.withResolvers<void>()
      const done: string[] = []
      const handlers = new Proxy({} as JobHandlers<NewsJobPayloads>, {
        get: (_, kind: string) => async () => {
          if (kind === said) await reminded.promise
          done.push(kind)
        },
      })
      const log = { warn: () => undefined, error: () => undefined }
      const { wake, stop } = runNewsJobs({ database, clock, timers: bells(), handlers, log })
      await waitFor('the reminders are under way', async () => {
        return (await rows()).filter(row => row.locked_until !== null).length === JOBS_AT_ONCE
      })
      await enqueue([due('push-call', 1, START)])
      wake(['push-call'])
      await waitFor('the call has rung', () => done.includes('push-call'))
      expect(done).toEqual(['push-call'])
      reminded.resolve()
      await empty()
      await stop()
      expect(done).toHaveLength(1 + crowd.length)
    },
  )

  it('of calls are looked for without a walk past the reminders that are due, and the calls that were given up', async () => {
    await sql`
      insert into jobs (kind, key, payload, run_at)
      select 'remind-reservation', 'n' || n, '{}'::jsonb, ${START}::timestamptz - interval '1 minute' from generate_series(1, 4000) as n
      union all
      select 'push-call', 'n' || n, '{}', 'infinity' from generate_series(1, 4000) as n`.execute(database.db)
    await enqueue(AT_ONCE_KINDS.map(kind => ({ kind, key: 'due', payload: {}, run_at: START })))
    await sql`analyze jobs`.execute(database.db)
    const asked = { kinds: AT_ONCE_KINDS, at: now, limit: JOBS_AT_ONCE, lockMs: 1 }
    let taken: string[] = []
    const read = await rowsReadByKeptPlans(database, 'jobs', async ({ db }) => {
      taken = (await takeDueJobs(db, asked)).map(({ kind }) => kind)
    })
    expect(taken.toSorted()).toEqual(AT_ONCE_KINDS.toSorted())
    expect(read).toBeLessThan(5 * AT_ONCE_KINDS.length)
  })

  it('[KEEP-03] that were given up go after their days, and none that is tried still', async () => {
    await enqueue([greeting('given up'), greeting('tried still')])
    await database.db
      .updateTable('jobs')
      .set({ failing_since: START, attempts: 3 })
      .where('key', '=', 'tried still')
      .execute()
    await database.db
      .updateTable('jobs')
      .set({ failing_since: START, attempts: JOB_ATTEMPTS_MAX, run_at: NEVER })
      .where('key', '=', 'given up')
      .execute()
    const days = 30 * 24 * 3_600_000
    advance(days)
    expect(await pruneJobs({ database, clock }, days)).toBe(0)
    advance(1)
    expect(await pruneJobs({ database, clock }, days)).toBe(1)
    expect(await rows()).toMatchObject([{ key: 'tried still' }])
  })

  it('of a server that died are taken over when the lock runs out, and it can no longer mark them', async () => {
    await enqueue([greeting('ana')])
    const hanging = Promise.withResolvers<void>()
    const dead = runner(() => hanging.promise)
    await waitFor('the job is taken', async () => (await rows())[0]?.locked_until)
    const done: number[] = []
    advance(JOB_LOCK_MS - 1)
    const alive = runner(async (_payload, job) => {
      done.push(job.attempts)
      throw new Error('later')
    })
    await sleep(30)
    expect(done).toEqual([])
    advance(1)
    alive.wake()
    await waitFor('it is taken over', async () => (await rows())[0]?.last_error)
    // The one that was thought dead comes back: what it did is not what counts now.
    hanging.resolve()
    await dead.stop()
    await alive.stop()
    expect(done).toEqual([2])
    expect(await rows()).toHaveLength(1)
  })

  it('replaced while they run are run again as they are now', async () => {
    await enqueue([greeting('ana')])
    const first = Promise.withResolvers<void>()
    const heard: string[] = []
    const { wake, stop } = runner(async ({ name }) => {
      heard.push(name)
      if (heard.length === 1) await first.promise
    })
    await waitFor('the job runs', () => heard.length === 1)
    await enqueue([{ ...greeting('ana'), payload: { name: 'Ana María' } }], 'replace')
    first.resolve()
    await waitFor('it runs again', () => {
      wake()
      return heard.length === 2
    })
    await empty()
    await stop()
    expect(heard).toEqual(['ana', 'Ana María'])
  })

  it('are each done by one of several servers', async () => {
    const names = Array.from({ length: 120 }, (_, index) => `n${index}`)
    await enqueue(names.map(name => greeting(name)))
    const done: string[] = []
    const servers = Array.from({ length: 3 }, () => runner(async ({ name }) => void done.push(name)))
    await waitFor('all are done', async () => {
      for (const server of servers) server.wake()
      return (await rows()).length === 0
    })
    await Promise.all(servers.map(server => server.stop()))
    expect([...done].sort()).toEqual([...names].sort())
  })

  it('are so many at a time; those behind follow by themselves', async () => {
    await enqueue(Array.from({ length: JOBS_AT_ONCE * 2 + 3 }, (_, index) => greeting(`n${index}`)))
    let running = 0
    let most = 0
    const { stop } = runner(async () => {
      running++
      most = Math.max(most, running)
      await sleep(10)
      running--
    })
    await empty()
    await stop()
    expect(most).toBe(JOBS_AT_ONCE)
  })

  it('of a kind unknown here are left to those who know it', async () => {
    await enqueue([{ kind: 'of-the-next-version', key: 'x', payload: {}, run_at: START }, greeting('ana')])
    const { stop } = runner(async () => undefined)
    await waitFor('ours is done', async () => (await rows()).length === 1)
    await stop()
    expect(await rows()).toMatchObject([{ kind: 'of-the-next-version', attempts: 0, locked_until: null }])
  })

  it('under way are finished before the runner has stopped, and no new ones begun', async () => {
    await enqueue([greeting('ana')])
    const going = Promise.withResolvers<void>()
    let finished = false
    const { wake, stop } = runner(async () => {
      await going.promise
      finished = true
    })
    await waitFor('the job is taken', async () => (await rows())[0]?.locked_until)
    const stopped = stop()
    await enqueue([greeting('luis')])
    wake()
    going.resolve()
    await stopped
    expect(finished).toBe(true)
    expect((await rows()).map(row => [row.key, row.attempts])).toEqual([['luis', 0]])
  })
})
