import { expect, it } from 'vitest'
import { rememberLately } from '#server/facts/remember-lately.ts'

it('what was just written is remembered, and of very much the newest', () => {
  const lately = rememberLately<number>()
  lately.note([['first', 1]])
  expect(lately.of('first')).toBe(1)
  lately.note(Array.from({ length: 1_000 }, (_, index) => [`${index}`, index] as const))
  expect(lately.of('first')).toBeUndefined()
  expect([lately.of('0'), lately.of('999')]).toEqual([0, 999])
})
