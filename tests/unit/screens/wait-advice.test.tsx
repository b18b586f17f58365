// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import type { WaitRange } from '#contract/rest/offices.ts'
import { WaitAdvice } from '#src/screens/waiting-room/wait-advice.tsx'
import { InSpanish, readSpanish } from './in-spanish.tsx'

beforeAll(readSpanish)
afterEach(cleanup)

const HOUR = 60 * 60_000

function read(wait: WaitRange, metres = Number.POSITIVE_INFINITY): string {
  const advice = <WaitAdvice wait={wait} toldAt={Date.now()} timeZone="America/Santiago" metres={metres} />
  return render(advice, { wrapper: InSpanish }).container.textContent ?? ''
}

it('[WAIT-03] says by the office’s clock when a desk opens, until it has', () => {
  const at = (ms: number) => new Date(Date.now() + ms).toISOString()
  const opens = at(HOUR)
  const clock = new Intl.DateTimeFormat('es', {
    hour: 'numeric',
    minute: '2-digit',
    timeZone: 'America/Santiago',
  }).format(new Date(opens))
  expect(read({ from: 60, to: 80, opens_at: opens })).toBe(
    `Ningún módulo atiende ahora. Abren a las ${clock}.`,
  )
  expect(read({ from: 60, to: 80, opens_at: at(-HOUR) })).toBe('')
})

it('[WAIT-03] says that it may be too late today', () => {
  expect(read({ from: 60, to: 80, closes_first: true })).toBe(
    'Puede que no alcances hoy: la oficina cierra antes.',
  )
})

it('says when to leave only to whoever walks there and is not called already', () => {
  expect(read({ from: 60, to: 80 }, 750)).toMatch(/^Sal a las .+: a pie son unos 13 min\.$/)
  expect(read({ from: 10, to: 80 }, 750)).toBe('Sal ahora: a pie son unos 13 min.')
  expect(read({ from: 0, to: 0, now: true }, 750)).toBe('')
  expect(read({ from: 60, to: 80 }, 30_000)).toBe('')
})
