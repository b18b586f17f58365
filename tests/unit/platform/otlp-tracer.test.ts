import { setImmediate as nextTurn } from 'node:timers/promises'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { openOtlpTracer } from '#server/platform/otlp-tracer.ts'
import { systemTimers } from '#server/platform/timers.ts'
import { traced } from '#server/platform/tracing.ts'
import { startTraceCollector } from '#tests/support/trace-collector.ts'
import { waitFor } from '#tests/support/wait-for.ts'
import { HandTime } from './fakes.ts'

/** What a server that goes gives it. */
const GOODBYE_MS = 1_000

describe('the tracer', () => {
  const closing: (() => Promise<void>)[] = []
  afterEach(async () => {
    for (const close of closing.splice(0)) await close()
  })
  const open = (endpoint: string, complain: (reason: string) => void = () => {}, timers = systemTimers) =>
    openOtlpTracer({ endpoint, ratio: 1, everyMs: 10 }, timers, complain)
  const failed = (error: unknown) => () => Promise.reject(error)

  it('tells of an error its kind, and not what it says', async () => {
    const collector = await startTraceCollector()
    closing.push(collector.close)
    const tracer = open(collector.endpoint)
    const faults = [
      new RangeError('Hortensia is too long'),
      Object.assign(new Error('Key (name)=(Hortensia) already exists'), { code: '23505' }),
      'Hortensia',
    ]
    for (const fault of faults)
      await traced(tracer, ['it', 'asked'], {}, failed(fault)).catch(() => undefined)
    await tracer.close()
    expect(
      collector
        .spans()
        .map(({ attributes, status, events }) => [attributes['error.type'], status?.code, events]),
    ).toEqual([
      ['RangeError', 2, []],
      ['23505', 2, []],
      ['string', 2, []],
    ])
    expect(collector.heard()).not.toContain('Hortensia')
  })

  it('says once that a collector takes nothing, however often it takes nothing', async () => {
    const collector = await startTraceCollector({ status: 400 })
    closing.push(collector.close)
    const complaints: string[] = []
    const tracer = open(collector.endpoint, reason => complaints.push(reason))
    await traced(tracer, ['it', 'asked'], {}, async () => {})
    await waitFor('a complaint', () => complaints.length > 0)
    await traced(tracer, ['it', 'asked'], {}, async () => {})
    await tracer.close()
    expect([collector.posts(), complaints]).toEqual([2, ['400']])
  })

  it('waits for a collector that hangs for a second, as it goes, and no longer', async () => {
    const collector = await startTraceCollector({ hangs: true })
    closing.push(collector.close)
    const time = new HandTime()
    const tracer = open(collector.endpoint, undefined, time)
    await traced(tracer, ['it', 'asked'], {}, async () => {})
    await waitFor('the post', () => collector.posts() > 0)
    await traced(tracer, ['it', 'asked'], {}, async () => {})
    const isGone = vi.fn<() => void>()
    const going = tracer.close().then(isGone)
    time.pass(GOODBYE_MS - 1)
    // What follows from nothing but a promise has followed by the next turn of the loop.
    await nextTurn()
    expect(isGone).not.toHaveBeenCalled()
    time.pass(1)
    await nextTurn()
    expect(isGone).toHaveBeenCalledOnce()
    await going
  })
})
