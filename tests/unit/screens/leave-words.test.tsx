// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import type { WaitRange } from '#contract/rest/offices.ts'
import { deviceTimeZone } from '#src/platform/device-time-zone.ts'
import { LeaveWords } from '#src/screens/waiting-room/leave-words.tsx'
import { InSpanish, readSpanish } from './in-spanish.tsx'

beforeAll(readSpanish)
afterEach(cleanup)

const read = (wait: WaitRange, metres: number) =>
  render(<LeaveWords wait={wait} toldAt={Date.now()} metres={metres} timeZone={deviceTimeZone()} />, {
    wrapper: InSpanish,
  }).container.textContent

it('says when to leave only to whoever walks there and is not called already', () => {
  expect(read({ from: 60, to: 80 }, 750)).toMatch(/^Sal a las .+: a pie son unos 13 min\.$/)
  expect(read({ from: 10, to: 80 }, 750)).toBe('Sal ahora: a pie son unos 13 min.')
  expect(read({ from: 0, to: 0, now: true }, 750)).toBe('')
  expect(read({ from: 60, to: 80 }, 30_000)).toBe('')
  expect(read({ from: 60, to: 80 }, Number.POSITIVE_INFINITY)).toBe('')
})
