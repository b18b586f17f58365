import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { askSeldom } from '#server/platform/ask-seldom.ts'
import { ManualTime } from '#tests/phoenix/manual-time.ts'

const EVERY_MS = 5_000
const PATIENCE_MS = 3_000

/** What is asked waits until the test answers it. */
function prepareAsking() {
  const time = new ManualTime()
  const asked: PromiseWithResolvers<string>[] = []
  const look = askSeldom(time, EVERY_MS, () => {
    const question = Promise.withResolvers<string>()
    asked.push(question)
    return question.promise
  })
  async function pass(ms: number) {
    time.advance(ms)
    await setImmediate()
  }
  return { asked, look, pass }
}

describe('what is asked seldom', () => {
  it('is one answer for all who ask soon after, and asked anew when its time is over', async () => {
    const { asked, look, pass } = prepareAsking()
    const looks = [look(), look()]
    await pass(PATIENCE_MS - 1)
    asked[0]?.resolve('well')
    expect(await Promise.all(looks)).toEqual(['well', 'well'])
    await pass(EVERY_MS - 1)
    expect([await look(), asked.length]).toEqual(['well', 1])
    await pass(1)
    void look()
    expect(asked).toHaveLength(2)
  })

  it('keeps nobody waiting for what hangs, and is not asked again until that is over', async () => {
    const { asked, look, pass } = prepareAsking()
    const first = look()
    await pass(PATIENCE_MS)
    expect(await first).toBeNull()
    await pass(10 * EVERY_MS)
    expect([await look(), asked.length]).toEqual([null, 1])
    asked[0]?.resolve('late')
    await pass(0)
    await pass(EVERY_MS)
    void look()
    expect(asked).toHaveLength(2)
  })

  it('has no answer where it fails, and is asked no more often for that', async () => {
    const { asked, look, pass } = prepareAsking()
    const first = look()
    asked[0]?.reject(new Error('away'))
    expect(await first).toBeNull()
    await pass(EVERY_MS - 1)
    expect([await look(), asked.length]).toEqual([null, 1])
    await pass(1)
    void look()
    expect(asked).toHaveLength(2)
  })
})
