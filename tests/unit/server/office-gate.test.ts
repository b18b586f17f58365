import fc from '#tests/support/fast-check.ts'
import { describe, expect, it } from 'vitest'
import { createOfficeGate } from '#server/facts/office-gate.ts'

describe('the gate of an office', () => {
  it('lets one through at a time, in the order in which they came', async () => {
    await fc.assert(
      fc.asyncProperty(fc.scheduler(), fc.array(fc.nat(2), { minLength: 1 }), async (scheduler, offices) => {
        const gate = createOfficeGate()
        const inside = new Map<number, number>()
        const order: number[] = []
        const all = offices.map((office, index) =>
          gate.pass(office, async () => {
            inside.set(office, (inside.get(office) ?? 0) + 1)
            expect(inside.get(office)).toBe(1)
            await scheduler.schedule(Promise.resolve(), `work ${index}`)
            order.push(index)
            inside.set(office, 0)
          }),
        )
        await scheduler.waitFor(Promise.all(all))
        for (const office of new Set(offices)) {
          const came = offices.flatMap((each, index) => (each === office ? [index] : []))
          expect(order.filter(index => offices[index] === office)).toEqual(came)
        }
      }),
    )
  })

  it('hands on what the work gave or threw, and opens for the next either way', async () => {
    const gate = createOfficeGate()
    const failed = gate.pass(1, () => Promise.reject(new Error('no')))
    const after = gate.pass(1, async () => 'yes')
    await expect(failed).rejects.toThrow('no')
    await expect(after).resolves.toBe('yes')
  })

  it('does not let one office wait for another', async () => {
    const gate = createOfficeGate()
    const { promise: never } = Promise.withResolvers<void>()
    void gate.pass(1, () => never)
    await expect(gate.pass(2, async () => 'through')).resolves.toBe('through')
  })
})
