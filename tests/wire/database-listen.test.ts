import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { DatabaseLog } from '#server/database/database.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { DatabaseUnavailable } from '#server/database/unavailable.ts'
import type { Timers } from '#server/platform/timers.ts'
import { eachDatabase, onPostgres } from '../support/databases.ts'
import { administer, OWN_DATABASE } from '../support/postgres-cluster.ts'
import { TcpProxy } from '../support/tcp-proxy.ts'
import { waitFor } from '../support/wait-for.ts'
import { HandTime } from '../unit/platform/fakes.ts'

const silent: DatabaseLog = { info: () => undefined, warn: () => undefined, error: () => undefined }

eachDatabase('listening', open => {
  it('hears what is told on its channel, in order, and nothing else', async () => {
    const database = await open()
    const heard: string[] = []
    await database.listen('one', payload => heard.push(payload))
    await database.notify('other', 'not for us')
    for (const payload of ['a', '', 'ñ 🎫 \'"']) await database.notify('one', payload)
    await waitFor('three payloads', () => heard.length === 3)
    expect(heard).toEqual(['a', '', 'ñ 🎫 \'"'])
  })

  it('hears a transaction’s word when it commits, never before, and not at all when it is undone', async () => {
    const database = await open()
    const heard: string[] = []
    await database.listen('one', payload => heard.push(payload))
    await database.transaction(async trx => {
      await sql`select pg_notify('one', 'kept')`.execute(trx)
      expect(heard).toEqual([])
    })
    await database
      .transaction(async trx => {
        await sql`select pg_notify('one', 'undone')`.execute(trx)
        throw new Error('undone')
      })
      .catch(() => undefined)
    await database.notify('one', 'last')
    await waitFor('the last', () => heard.includes('last'))
    expect(heard).toEqual(['kept', 'last'])
  })

  it('tells every listener of a channel, even when one of them fails, and stops for the one that ended', async () => {
    const failures: unknown[] = []
    const database = await open({ log: { ...silent, error: details => failures.push(details) } })
    const first: string[] = []
    const second: string[] = []
    await database.listen('one', () => {
      throw new Error('a faulty listener')
    })
    const endFirst = await database.listen('one', payload => first.push(payload))
    await database.listen('one', payload => second.push(payload))
    await database.notify('one', 'a')
    await waitFor('a', () => second.length === 1)
    await endFirst()
    await endFirst()
    await database.notify('one', 'b')
    await waitFor('b', () => second.length === 2)
    expect(first).toEqual(['a'])
    expect(second).toEqual(['a', 'b'])
    expect(failures).toHaveLength(2)
  })

  it('hears again on a channel that was left and taken up anew', async () => {
    const database = await open()
    const heard: string[] = []
    const end = await database.listen('one', payload => heard.push(payload))
    await end()
    await database.notify('one', 'to nobody')
    await database.listen('one', payload => heard.push(payload))
    await database.notify('one', 'to us')
    await waitFor('a payload', () => heard.length > 0)
    expect(heard).toEqual(['to us'])
  })

  it('may be ended after the database was closed', async () => {
    const database = await open()
    const end = await database.listen('one', () => undefined)
    await database.close()
    await end()
  })

  it('takes any name for a channel, capitals, spaces and quotes too', async () => {
    const database = await open()
    const heard: string[] = []
    const channel = 'Oficina "Centro"; select 1 --'
    await database.listen(channel, payload => heard.push(payload))
    await database.notify(channel, 'a')
    await waitFor('a payload', () => heard.length === 1)
  })

  it('refuses a payload that PostgreSQL would refuse, and carries the longest it takes', async () => {
    const database = await open()
    const heard: string[] = []
    await database.listen('one', payload => heard.push(payload))
    await expect(database.notify('one', 'ñ'.repeat(4000))).rejects.toBeInstanceOf(RangeError)
    await database.notify('one', 'x'.repeat(7999))
    await waitFor('the payload', () => heard.length === 1)
    expect(heard[0]).toHaveLength(7999)
  })
})

/** How long an answer is waited for, of what begins to listen and of what proves that it still does. */
const ANSWER_MS = 10_000

/**
 * Calls what was to come later as soon as it is asked, and after a second where an answer is missing by then;
 * keeps what comes again and again for the test to call.
 */
function eagerTimers() {
  const again: { ms: number; call: () => void }[] = []
  const pauses: number[] = []
  const limits: number[] = []
  const timers: Timers = {
    after(ms, call) {
      const isLimit = ms === ANSWER_MS
      const planned = isLimit ? limits : pauses
      planned.push(ms)
      const timer = setTimeout(call, Math.min(ms, isLimit ? 1_000 : 20))
      return () => clearTimeout(timer)
    },
    every(ms, call) {
      const planned = { ms, call }
      again.push(planned)
      return () => void again.splice(again.indexOf(planned), 1)
    },
  }
  return { timers, again, pauses, limits }
}

onPostgres('listening from several processes', freshUrl => {
  async function two() {
    const databaseUrl = await freshUrl()
    const { timers, again, pauses, limits } = eagerTimers()
    const first = await openDatabase({ dataDirectory: ':memory:', databaseUrl })
    const second = await openDatabase({ dataDirectory: ':memory:', databaseUrl, timers })
    const close = () => Promise.all([first.close(), second.close()])
    return { first, second, close, again, pauses, limits, databaseUrl }
  }

  const endListeners = `select pg_terminate_backend(pid) from pg_stat_activity
    where application_name = 'numerito listener' and datname = current_database()`

  it('hears what another process tells', async () => {
    const { first, second, close } = await two()
    const heard: string[] = []
    await second.listen('one', payload => heard.push(payload))
    await first.notify('one', 'from the first')
    await waitFor('a payload', () => heard.length === 1)
    expect(heard).toEqual(['from the first'])
    await close()
  })

  it('comes back by itself when its connection is lost, and tells each listener that there was a gap', async () => {
    const { first, second, close } = await two()
    const heard: string[] = []
    const gaps: string[] = []
    await second.listen(
      'one',
      payload => heard.push(payload),
      () => gaps.push('one'),
    )
    await second.listen(
      'two',
      payload => heard.push(payload),
      () => gaps.push('two'),
    )
    await sql.raw(endListeners).execute(first.db)
    await waitFor('the gap to be told', () => gaps.length === 2)
    expect(gaps).toEqual(['one', 'two'])
    await first.notify('one', 'after')
    await first.notify('two', 'the gap')
    await waitFor('both payloads', () => heard.length === 2)
    expect(heard).toEqual(['after', 'the gap'])
    expect(gaps).toHaveLength(2)
    await close()
  })

  it('pauses longer with every attempt that fails, and for a time that is partly chance', async () => {
    const { first, second, close, pauses, databaseUrl } = await two()
    const server = new URL(databaseUrl)
    const name = server.pathname.slice(1)
    server.pathname = `/${OWN_DATABASE}`
    let gaps = 0
    await second.listen(
      'one',
      () => undefined,
      () => {
        gaps += 1
      },
    )
    await administer(server.href, `alter database ${name} allow_connections false`)
    pauses.length = 0
    await sql.raw(endListeners).execute(first.db)
    await waitFor('nine attempts', () => pauses.length >= 9)
    await administer(server.href, `alter database ${name} allow_connections true`)
    await waitFor('the gap to be told', () => gaps === 1)
    for (const [attempt, pause] of pauses.slice(0, 9).entries()) {
      const longest = Math.min(15_000, 100 * 2 ** attempt)
      expect(pause).toBeGreaterThanOrEqual(longest / 2)
      expect(pause).toBeLessThan(longest)
    }
    await close()
  })

  it('finds out that its other end no longer answers, and connects anew', async () => {
    const { first, second, close, again, limits } = await two()
    const heard: string[] = []
    await second.listen('one', payload => heard.push(payload))
    const { rows } = await sql<{ pid: number }>`
      select pid from pg_stat_activity
      where application_name = 'numerito listener' and datname = current_database()`.execute(first.db)
    const pid = rows[0]?.pid ?? 0
    process.kill(pid, 'SIGSTOP')
    try {
      expect(again).toMatchObject([{ ms: 30_000 }])
      limits.length = 0
      again[0]?.call()
      expect(limits).toEqual([ANSWER_MS])
      await waitFor('a new connection', async () => {
        await first.notify('one', 'are you there')
        return heard.length > 0
      })
    } finally {
      process.kill(pid, 'SIGCONT')
    }
    await close()
  })

  it('[KEEP-05] tries again where the path falls silent before it is known that PostgreSQL listens', async () => {
    const url = new URL(await freshUrl())
    const proxy = await TcpProxy.to(`${url.searchParams.get('host')}/.s.PGSQL.${url.port}`)
    const time = new HandTime()
    const first = await openDatabase({ dataDirectory: ':memory:', databaseUrl: url.href })
    const second = await openDatabase({
      dataDirectory: ':memory:',
      databaseUrl: `postgresql://postgres@127.0.0.1:${proxy.port}${url.pathname}`,
      timers: time,
    })
    const heard: string[] = []
    let gaps = 0
    await second.listen(
      'one',
      payload => heard.push(payload),
      () => {
        gaps += 1
      },
    )
    const silent = proxy.goDeadAt('listen "one"')
    await sql.raw(endListeners).execute(first.db)
    await waitFor('the pause before it tries again', () => {
      return time.nextAt !== null && time.nextAt <= time.now() + 100
    })
    time.pass(100)
    await silent
    time.pass(ANSWER_MS)
    await waitFor('the gap to be told', () => {
      time.pass(50)
      return gaps === 1
    })
    await first.notify('one', 'after')
    await waitFor('a payload', () => heard.length === 1)
    await Promise.all([first.close(), second.close()])
    await proxy.close()
  })

  it('rejects where the server cannot be reached, and can be asked again', async () => {
    const { first, second, close, databaseUrl } = await two()
    const server = new URL(databaseUrl)
    const name = server.pathname.slice(1)
    server.pathname = `/${OWN_DATABASE}`
    await administer(server.href, `alter database ${name} allow_connections false`)
    await expect(second.listen('one', () => undefined)).rejects.toBeInstanceOf(DatabaseUnavailable)
    await administer(server.href, `alter database ${name} allow_connections true`)
    const heard: string[] = []
    await second.listen('one', payload => heard.push(payload))
    await first.notify('one', 'a')
    await waitFor('a payload', () => heard.length === 1)
    await close()
  })
})
