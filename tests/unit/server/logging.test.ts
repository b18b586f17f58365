import { describe, expect, it } from 'vitest'
import { DatabaseUnavailable } from '#server/database/unavailable.ts'
import { createLineBudget, LINES_PER_SECOND } from '#server/http/line-budget.ts'
import { createLog, logFacts, truncatedAddress } from '#server/http/logging.ts'
import { ManualTime } from '#tests/phoenix/manual-time.ts'

function logged(write: (log: ReturnType<typeof createLog>) => void) {
  const lines: string[] = []
  write(createLog('info', { write: line => void lines.push(line) }))
  return lines.map(line => JSON.parse(line) as Record<string, unknown>)
}

describe('the log', () => {
  it('is a line of JSON for each event, with its moment in UTC, and no text begins a line of its own', () => {
    const lines: string[] = []
    const log = createLog('info', { write: line => void lines.push(line) })
    const forged = 'x\n{"level":50,"msg":"forged"}\r\n\u2028\u001b[2K'
    const before = Date.now()
    log.error({ err: new Error(forged, { cause: new Error(forged) }), topic: forged }, `%s %d ${forged}`)
    expect(lines).toHaveLength(1)
    // oxlint-disable-next-line no-control-regex
    expect(lines[0]).toMatch(/^[^\u0000-\u001f]+\n$/)
    const { time, msg, topic } = JSON.parse(lines[0] ?? '') as Record<string, unknown>
    expect(time).toBeGreaterThanOrEqual(before)
    expect([msg, topic]).toEqual([`%s %d ${forged}`, forged])
  })

  it.each([
    ['203.0.113.77', '203.0.113.0'],
    ['::ffff:203.0.113.77', '203.0.113.0'],
    ['2001:db8:85a3:8d3:1319:8a2e:370:7348', '2001:db8:85a3::'],
    ['2001:db8::1', '2001:db8:0::'],
    ['::1', '0:0:0::'],
    ['nonsense', 'unknown'],
  ])('knows of %s no more than %s', (ip, network) => {
    expect(truncatedAddress(ip)).toBe(network)
  })

  it('tells of a database’s error its kind, not the values that it quotes', () => {
    const error = Object.assign(new Error('invalid input syntax for type uuid: "12.345.678-5"'), {
      name: 'DatabaseError',
      severity: 'ERROR',
      code: '23505',
      detail: 'Key (email)=(ximena@correo.example) already exists.',
      constraint: 'users_pkey',
      table: 'users',
    })
    const [line] = logged(log => log.error({ err: error }, 'a request failed'))
    expect(line).toMatchObject({
      err: { type: 'DatabaseError', message: 'SQLSTATE 23505', constraint: 'users_pkey', table: 'users' },
    })
    expect(JSON.stringify(line)).not.toMatch(/12\.345|ximena/)
    expect(JSON.stringify(line)).toContain('logging.test.ts')
  })

  it('tells of other errors what they say, and their causes', () => {
    const [line] = logged(log => log.error({ error: new Error('no', { cause: new Error('because') }) }, 'x'))
    expect(line).toMatchObject({ error: { message: 'no', cause: { message: 'because' } } })
  })

  it('says nothing of each one who could not ask the database: it says itself how many they are', () => {
    const away = new DatabaseUnavailable('no connection to the database: every connection is taken')
    const lines = logged(log => {
      log.error({ error: away, topic: 'web:notaria' }, 'a join crashed')
      log.error({ err: away }, 'bringing news to sockets failed')
      log.warn({ statements: 200, reason: 'every connection is taken' }, 'the database could not be asked')
      log.error({ err: new Error('another') }, 'a request failed')
      log.info('a plain line')
    })
    expect(lines.map(line => line.msg)).toEqual([
      'the database could not be asked',
      'a request failed',
      'a plain line',
    ])
  })

  it('keeps out what is personal where somebody logs it by mistake', () => {
    const [line] = logged(log =>
      log.info({ rut: '12345678-5', user: { email: 'x@correo.example', token: 't', id: 7 } }, 'x'),
    )
    expect(line).toMatchObject({
      rut: '[kept out]',
      user: { email: '[kept out]', token: '[kept out]', id: 7 },
    })
  })

  it('is sampled under pressure: beyond a hundred lines a second only how many there were', () => {
    const time = new ManualTime()
    const leftOut: number[] = []
    const isWritten = createLineBudget(time, count => void leftOut.push(count))
    const burst = (lines: number) => Array.from({ length: lines }, isWritten).filter(Boolean).length
    expect(burst(LINES_PER_SECOND)).toBe(LINES_PER_SECOND)
    time.advance(1_000)
    expect(leftOut).toEqual([])
    expect(burst(LINES_PER_SECOND + 7)).toBe(LINES_PER_SECOND)
    time.advance(999)
    expect(burst(1)).toBe(0)
    time.advance(1)
    expect(leftOut).toEqual([8])
    expect(burst(1)).toBe(1)
    // Nothing runs while nobody writes.
    time.advance(1_000)
    expect(time.pending).toBe(0)
  })

  it('says of facts which they are, and of nobody whose', () => {
    const lines = logged(log => {
      const told = { office_id: 7, seq: 12, name: 'call:created', user_id: 'somebody', ticket_id: 'theirs' }
      logFacts(log, new ManualTime())(Array.from({ length: LINES_PER_SECOND + 1 }, () => told))
    })
    expect(lines).toHaveLength(LINES_PER_SECOND)
    const { level: _, time: __, pid: ___, hostname: ____, ...line } = lines[0] ?? {}
    expect(line).toEqual({ office_id: 7, seq: 12, fact: 'call:created', msg: 'told' })
  })
})
