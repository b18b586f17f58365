// @vitest-environment happy-dom
import { cleanup, render } from '@testing-library/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { afterEach, beforeAll, expect, it } from 'vitest'
import type { Line, Office, WaitRange } from '#contract/rest/offices.ts'
import { LineRow } from '#src/screens/office/line-row.tsx'
import { InSpanish, readSpanish } from './in-spanish.tsx'

beforeAll(readSpanish)
afterEach(cleanup)

const NOW = new Date('2026-11-23T12:00:00.000Z')
const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={new QueryClient()}>
    <InSpanish>{children}</InSpanish>
  </QueryClientProvider>
)
const office = { id: 1, slug: 'norte', name: 'Notaría Norte' } as Office
const line = {
  id: 2,
  slug: 'firmas',
  officeSlug: 'norte',
  name: 'Firmas',
  waiting: 3,
  call: null,
  type: 'normal',
  takes_tickets: true,
  takes_reservations: false,
  frozen: false,
  virtual: false,
  executive: null,
} as Line

function read(wait: WaitRange): string {
  const row = <LineRow office={office} line={{ ...line, wait }} isOpen now={NOW} mine={null} isFirst />
  return (render(row, { wrapper }).container.textContent ?? '').replaceAll('\u00a0', ' ')
}

it.each([
  [{ from: 25, to: 50 }, '25–50minutos'],
  [{ from: 25, to: 50, about: 35 }, '35minutosentre 25 y 50'],
  [{ from: 0, to: 5, about: 0 }, '0–5minutos'],
])('[WAIT-04] the wait of %j reads «%s» in an office’s list', (wait, words) => {
  expect(read(wait)).toContain(words)
})

it('[WAIT-03] reads "now", with no minutes', () => {
  const words = read({ from: 0, to: 0, now: true })
  expect(words).toContain('ahora')
  expect(words).not.toContain('minutos')
})

it('[WAIT-03] says that it may be too late today, and only then', () => {
  expect(read({ from: 25, to: 50, closes_first: true })).toContain('Puede que no alcances hoy')
  cleanup()
  expect(read({ from: 25, to: 50 })).not.toContain('alcances')
})

it.each([true, false])(
  '[OFF-07] a line without numbers or times says so, the office open %s, and offers no press',
  isOpen => {
    const neither = { ...line, takes_tickets: false }
    for (const each of [neither, { ...neither, waiting: 0 }, { ...neither, type: 'kiosk' as const }]) {
      const row = <LineRow office={office} line={each} isOpen={isOpen} now={NOW} mine={null} isFirst />
      const { container, queryByRole } = render(row, { wrapper })
      expect(container.textContent).toContain('Por ahora esta fila no da números ni toma reservas')
      expect(container.textContent).not.toMatch(/espera|abre|se saca|hora reservada/)
      expect(queryByRole('link')).toBeNull()
      cleanup()
    }
  },
)
