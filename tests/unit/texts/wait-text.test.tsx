// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { waitFigure } from '#src/texts/wait-figure.ts'
import { WaitShort, WaitText } from '#src/texts/wait-text.tsx'
import { InSpanish, readSpanish } from '../screens/in-spanish.tsx'

beforeAll(readSpanish)
afterEach(cleanup)

it.each([
  [{ from: 0, to: 0 }, 'menos de 1 min', 'menos de 1 min'],
  [{ from: 0, to: 0, now: true as const }, 'ahora', 'ahora'],
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

it('has one figure where the line’s own past bears it out', () => {
  const figures = [
    { from: 25, to: 50, about: 35 },
    { from: 25, to: 50 },
    { from: 0, to: 5, about: 0 },
  ].map(waitFigure)
  expect(figures).toEqual(['35', '25–50', '0–5'])
})
