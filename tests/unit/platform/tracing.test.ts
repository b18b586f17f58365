import { describe, expect, it } from 'vitest'
import { createOfficeGate } from '#server/facts/office-gate.ts'
import { asPart, spanHere, traced } from '#server/platform/tracing.ts'
import { recordSpans } from '#tests/support/recorded-spans.ts'

describe('what is traced', () => {
  it('is nothing where nobody collects it', async () => {
    const seen = await traced(undefined, ['a', 'asked'], {}, async span => [
      span,
      spanHere(),
      await asPart('b', {}, async part => part),
    ])
    expect(seen).toEqual([undefined, undefined, undefined])
  })

  it('is a part of what goes on where it is done, and says that it failed', async () => {
    const { tracer, spans } = recordSpans()
    const fault = new Error('a fault')
    const done = traced(tracer, ['whole', 'asked'], { a: 1 }, () =>
      asPart('part', { b: 2 }, () => Promise.reject(fault)),
    )
    await expect(done).rejects.toBe(fault)
    const [whole, part] = spans
    expect(spans.map(({ name, said }) => [name, said])).toEqual([
      ['whole', { a: 1 }],
      ['part', { b: 2 }],
    ])
    expect([part?.parent, part?.failedBy, part?.isOver]).toEqual([whole, fault, true])
    expect([whole?.failedBy, whole?.isOver]).toEqual([fault, true])
  })

  it('goes on for no longer than that: a timer that it began is a part of nothing', async () => {
    const { tracer, spans } = recordSpans()
    let later: Promise<unknown> = Promise.resolve()
    await traced(tracer, ['whole', 'asked'], {}, async () => {
      later = new Promise(resolve => void setTimeout(resolve, 1)).then(() =>
        asPart('late', {}, async () => {}),
      )
    })
    await later
    expect(spans.map(({ name }) => name)).toEqual(['whole'])
  })

  it('of a round is a part of the first for whom it goes, and names the others', async () => {
    const { tracer, spans } = recordSpans()
    const gate = createOfficeGate()
    const round = {
      kind: 'changes of 7',
      most: 4,
      go: async (asked: readonly number[]) => asked.map(async one => one),
    }
    const ask = (name: string | null, one: number) =>
      name === null
        ? gate.together(7, round, one)
        : traced(tracer, [name, 'asked'], {}, () => gate.together(7, round, one))
    expect(await Promise.all([ask('one', 1), ask(null, 2), ask('three', 3)])).toEqual([1, 2, 3])
    const [one, three, gone] = spans
    expect(spans.map(({ name }) => name)).toEqual(['one', 'three', 'round'])
    expect([gone?.parent, gone?.together, gone?.said]).toEqual([
      one,
      [three],
      { 'numerito.round': 'changes', 'numerito.round.size': 3 },
    ])
    // Whom nobody traces goes with the next one that nobody traces.
    await ask(null, 4)
    expect(spans).toHaveLength(3)
  })
})
