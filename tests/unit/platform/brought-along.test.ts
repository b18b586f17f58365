import { expect, it } from 'vitest'
import { BROUGHT_ID } from '#contract/brought-along.ts'
import { broughtBy } from '#src/platform/brought-along.ts'

const pageWith = (textContent: string | null) => ({
  getElementById: (id: string) =>
    id === BROUGHT_ID && textContent !== null ? ({ textContent } as HTMLElement) : null,
})

it('gives each answer once, with the moment when it was made', () => {
  const brought = broughtBy(pageWith(JSON.stringify({ at: 7, answers: { '/a': { b: 1 }, '/c': [] } })))
  expect(brought.paths).toEqual(['/a', '/c'])
  expect(brought.take('/a')).toEqual({ answer: { b: 1 }, at: 7 })
  expect(brought.take('/a')).toBeUndefined()
  expect(brought.take('/c')).toEqual({ answer: [], at: 7 })
  expect(brought.paths).toEqual(['/a', '/c'])
})

it.each([null, ''])('a page that brought nothing gives nothing: %j', text => {
  const brought = broughtBy(pageWith(text))
  expect(brought.paths).toEqual([])
  expect(brought.take('/a')).toBeUndefined()
})
