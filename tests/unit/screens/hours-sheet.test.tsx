// @vitest-environment happy-dom
import { cleanup, render, screen, within } from '@testing-library/react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import type { Office } from '#contract/rest/offices.ts'
import { HoursSheet } from '#src/screens/office/hours-sheet.tsx'
import { InSpanish, readSpanish } from './in-spanish.tsx'

const office = {
  time_zone: 'America/Santiago',
  hours: [1, 2, 3, 4, 5, 6, 7].flatMap(weekday => [
    { weekday, from: '20:00', to: '24:00' },
    { weekday, from: '00:00', to: '04:00' },
  ]),
  closures: ['2026-11-28'],
} as unknown as Office

beforeAll(readSpanish)
afterEach(cleanup)

/** What is said of today. */
function todayAt(now: string): string | null {
  render(
    <InSpanish>
      <HoursSheet open office={office} now={new Date(now)} onClose={() => undefined} />
    </InSpanish>,
  )
  const week = screen.getByRole('list', { name: 'Horarios' })
  const [today] = within(week)
    .getAllByRole('listitem')
    .filter(({ textContent }) => textContent.includes('Hoy'))
  return today?.textContent ?? null
}

it('[OFF-07] of a closed day the evening before is open after midnight, and its own is not', () => {
  expect(todayAt('2026-11-28T03:30:00Z')).toMatch(/^sábado.*Hoy0:00 – 4:00$/i)
  cleanup()
  expect(todayAt('2026-11-29T03:30:00Z')).toMatch(/^domingo.*Hoy20:00 – 0:00$/i)
})
