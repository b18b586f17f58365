// @vitest-environment happy-dom
import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { PlanningLoader } from '#src/screens/shared/planning-loader.tsx'
import { InSpanish, readSpanish } from './in-spanish.tsx'

beforeAll(readSpanish)
beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

const PLANNING = 'Planificando la asesoría'
const DATES = 'Buscando fechas disponibles'
const TIMES = 'Buscando horas disponibles'

it('[SHELL-03] cycles through its three messages, one a second', () => {
  render(<PlanningLoader />, { wrapper: InSpanish })
  const said = [screen.getByRole('status').textContent]
  for (let second = 1; second <= 4; second++) {
    act(() => {
      vi.advanceTimersByTime(999)
    })
    expect(screen.getByRole('status').textContent).toBe(said.at(-1))
    act(() => {
      vi.advanceTimersByTime(1)
    })
    said.push(screen.getByRole('status').textContent)
  }
  expect(said).toEqual([PLANNING, DATES, TIMES, PLANNING, DATES])
})

it('[SHELL-03] stops when it is taken away', () => {
  render(<PlanningLoader />, { wrapper: InSpanish }).unmount()
  expect(vi.getTimerCount()).toBe(0)
})
