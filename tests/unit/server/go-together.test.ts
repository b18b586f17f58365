import fc from '#tests/support/fast-check.ts'
import { describe, expect, it } from 'vitest'
import { createOfficeGate } from '#server/facts/office-gate.ts'
import type { Round } from '#server/facts/go-together.ts'

/** Rounds that answer with what they were asked, and when they are let go. */
function rounds(most = 4) {
  const gone: number[][] = []
  const held: (() => void)[] = []
  const round: Round<number, string> = {
    kind: 'numbers',
    most,
    async go(asked) {
      gone.push([...asked])
      await new Promise<void>(resolve => held.push(resolve))
      return asked.map(async one => `${one}`)
    },
  }
  const turn = () => new Promise(resolve => setImmediate(resolve))
  return {
    gone,
    round,
    turn,
    async letGo() {
      held.shift()?.()
      await turn()
      await turn()
    },
  }
}

describe('going together through the gates', () => {
  it('goes alone and at once where nobody waits, with all who come in the same moment', async () => {
    const gate = createOfficeGate()
    const { gone, round, turn, letGo } = rounds()
    const answers = [gate.together(1, round, 10), gate.together(2, round, 20), gate.together(1, round, 11)]
    await turn()
    await turn()
    expect(gone).toEqual([[10, 11, 20]])
    await letGo()
    await expect(Promise.all(answers)).resolves.toEqual(['10', '20', '11'])
  })

  it('takes all who came meanwhile in the next one, no more than fit, and forgets nobody', async () => {
    const gate = createOfficeGate()
    const { gone, round, turn, letGo } = rounds()
    const first = gate.together(1, round, 0)
    await turn()
    await turn()
    const later = Array.from({ length: 6 }, (_, index) => gate.together(1, round, index + 1))
    await letGo()
    await first
    expect(gone).toEqual([[0], [1, 2, 3, 4]])
    await letGo()
    await letGo()
    await expect(Promise.all(later)).resolves.toEqual(['1', '2', '3', '4', '5', '6'])
    expect(gone).toEqual([[0], [1, 2, 3, 4], [5, 6]])
  })

  it('lets nothing else pass at an office meanwhile, and everything at others', async () => {
    const gate = createOfficeGate()
    const { round, turn, letGo } = rounds()
    const passed: string[] = []
    const together = gate.together(1, round, 1)
    void gate.pass(1, async () => void passed.push('here'))
    await gate.pass(2, async () => void passed.push('there'))
    await turn()
    expect(passed).toEqual(['there'])
    await letGo()
    await together
    await turn()
    expect(passed).toEqual(['there', 'here'])
  })

  it('keeps the gate of who is answered late shut, and nobody else waiting', async () => {
    const gate = createOfficeGate()
    const { promise: late, resolve } = Promise.withResolvers<string>()
    const round: Round<number, string> = {
      kind: 'numbers',
      most: 4,
      go: async asked => asked.map(one => (one === 1 ? late : Promise.resolve('now'))),
    }
    let isThrough = false
    const slow = gate.together(1, round, 1)
    await expect(gate.together(2, round, 2)).resolves.toBe('now')
    void gate.pass(1, async () => {
      isThrough = true
    })
    // The next round does not wait for it either.
    await expect(gate.together(3, round, 3)).resolves.toBe('now')
    expect(isThrough).toBe(false)
    resolve('at last')
    await expect(slow).resolves.toBe('at last')
    await gate.pass(1, async () => undefined)
    expect(isThrough).toBe(true)
  })

  it('tells each what went wrong, and goes on', async () => {
    const gate = createOfficeGate()
    const broken: Round<number, string> = {
      kind: 'numbers',
      most: 4,
      go: () => Promise.reject(new Error('no')),
    }
    const both = await Promise.allSettled([gate.together(1, broken, 1), gate.together(2, broken, 2)])
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
    const mixed = {
      ...broken,
      go: async (asked: readonly number[]) =>
        asked.map(one => (one === 1 ? Promise.reject(new Error('not you')) : Promise.resolve('you'))),
    }
    const [refused, served] = await Promise.allSettled([
      gate.together(1, mixed, 1),
      gate.together(1, mixed, 2),
    ])
    expect(refused).toMatchObject({ status: 'rejected', reason: { message: 'not you' } })
    expect(served).toMatchObject({ status: 'fulfilled', value: 'you' })
  })

  it('answers each with what is theirs, in any interleaving, with one round at an office at a time', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.scheduler(),
        fc.array(fc.record({ office: fc.nat(2), alone: fc.boolean() }), { minLength: 1, maxLength: 12 }),
        async (scheduler, comers) => {
          const gate = createOfficeGate()
          const inside = new Set<number>()
          const within = async <T>(offices: number[], work: () => Promise<T>): Promise<T> => {
            for (const office of new Set(offices)) {
              expect(inside.has(office)).toBe(false)
              inside.add(office)
            }
            try {
              return await work()
            } finally {
              for (const office of offices) inside.delete(office)
            }
          }
          const round: Round<{ office: number; index: number }, number> = {
            kind: 'numbers',
            most: 3,
            go: asked =>
              within(
                asked.map(({ office }) => office),
                async () => {
                  await scheduler.schedule(Promise.resolve(), 'round')
                  return asked.map(async ({ index }) => index)
                },
              ),
          }
          const answers = comers.map(({ office, alone }, index) =>
            alone
              ? gate.pass(office, () =>
                  within([office], async () => {
                    await scheduler.schedule(Promise.resolve(), `alone ${index}`)
                    return index
                  }),
                )
              : gate.together(office, round, { office, index }),
          )
          const all = Promise.all(answers)
          await scheduler.waitFor(all)
          await expect(all).resolves.toEqual(comers.map((_, index) => index))
        },
      ),
    )
  })
})
