import { expect, it } from 'vitest'
import { keepFigures } from '../../../bench/keep-figures.ts'

const PAGE =
  '# What was measured\n\nSome words.\n\n## first\n\nmonday\n\n| 1 |\n\n## gone\n\nold\n\n## third\n\nfriday\n'
const BENCHES = ['first', 'second', 'third']

it('puts what a bench says in place of what it said before, and leaves the others', () => {
  expect(keepFigures(PAGE, BENCHES, 'first', 'today\n\n| 2 |')).toBe(
    '# What was measured\n\nSome words.\n\n## first\n\ntoday\n\n| 2 |\n\n## third\n\nfriday\n',
  )
})

it('puts one that was never kept where it stands among them', () => {
  expect(keepFigures(PAGE, BENCHES, 'second', 'today')).toMatch(
    /## first\n[^#]*\n\n## second\n\ntoday\n\n## third\n/,
  )
})

it('says the same where the same is kept twice', () => {
  const once = keepFigures(PAGE, BENCHES, 'third', 'today')
  expect(keepFigures(once, BENCHES, 'third', 'today')).toBe(once)
})
