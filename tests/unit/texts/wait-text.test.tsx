// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { waitFigure, WaitShort, WaitSureness, WaitText } from '#src/texts/wait-text.tsx'
import type { WaitRange } from '#contract/rest/offices.ts'
import { InSpanish, readSpanish } from '../screens/in-spanish.tsx'

beforeAll(readSpanish)
afterEach(cleanup)

it.each([
  [{ from: 0, to: 0 }, 'menos de 1 min', 'menos de 1 min'],
  [{ from: 0, to: 20 }, 'entre 0 y 20 min', '0–20 min'],
  [{ from: 9, to: 9 }, 'unos 9 min', '9 min'],
  [{ from: 9, to: 14 }, 'entre 9 y 14 min', '9–14 min'],
  [{ from: 25, to: 50, about: 35 }, 'unos 35 min, entre 25 y 50', 'unos 35 min'],
  [{ from: 0, to: 5, about: 0 }, 'entre 0 y 5 min', '0–5 min'],
  [{ from: 0, to: 0, now: true as const }, 'ahora', 'ahora'],
  [null, 'Sin información', null],
])('a wait of %j reads «%s», and «%s» in a list', (wait, words, short) => {
  const read = (element: React.ReactElement) => render(element, { wrapper: InSpanish }).container.textContent
  expect(read(<WaitText wait={wait} />)).toBe(words)
  if (wait !== null) expect(read(<WaitShort wait={wait} />)).toBe(short)
})

it('[WAIT-04] says under its one figure how sure it is, where the line’s own past says so', () => {
  const read = (wait: WaitRange) =>
    render(<WaitSureness wait={wait} />, { wrapper: InSpanish }).container.textContent
  const wait = { from: 25, to: 50, about: 35, holds: 80 }
  expect(read(wait)).toBe('Entre 25 y 50 min, 8 de 10 veces')
  expect(read({ from: 25, to: 50 })).toBe('')
  expect(read({ from: 25, to: 50, about: 35 })).toBe('')
  expect([
    waitFigure(wait),
    waitFigure({ from: 25, to: 50 }),
    waitFigure({ from: 0, to: 5, about: 0 }),
  ]).toEqual(['35', '25–50', '0–5'])
})
