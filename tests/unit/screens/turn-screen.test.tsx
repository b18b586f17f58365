// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { deviceTimeZone } from '#src/platform/device-time-zone.ts'
import { ReceiptCard } from '#src/screens/held/receipt-card.tsx'
import { TurnScreen } from '#src/screens/waiting-room/turn-screen.tsx'
import { ticketOf } from '../db/receipts.ts'
import { InSpanish, readSpanish } from './in-spanish.tsx'

beforeAll(readSpanish)
afterEach(cleanup)
afterEach(() => void vi.unstubAllEnvs())

const CALLED = { state: 'called', called: true, called_at: '2026-11-20T12:10:00.000Z' } as const

function showTurn(
  change: Parameters<typeof ticketOf>[0] = {},
  { timeZone = deviceTimeZone(), meet = '', directions = '', isUnheard = false, onLeave = () => {} } = {},
) {
  render(
    <TurnScreen
      ticket={ticketOf({ ...CALLED, modulo: 'Módulo 1', ...change })}
      timeZone={timeZone}
      busy={false}
      isUnheard={isUnheard}
      directions={directions || null}
      meet={meet || null}
      onMyWay={() => {}}
      onLeave={onLeave}
      headingRef={null}
    />,
    { wrapper: InSpanish },
  )
}

it('[CALL-01] names the module once, however it is called', () => {
  showTurn()
  screen.getByText('Pasa al módulo')
  screen.getByText('1', { exact: true })
  expect(screen.queryByText(/Módulo 1/)).toBeNull()
})

it('[CALL-01] [VID-02] leads into the call instead of to a module, where one is attended by video', () => {
  showTurn({ meet: true }, { meet: '/tickets/t/meet' })
  expect(screen.getByRole('link', { name: 'Entrar a la videollamada' }).getAttribute('href')).toBe(
    '/tickets/t/meet',
  )
  expect(screen.queryByText('Pasa al módulo')).toBeNull()
  expect(screen.queryByText('1', { exact: true })).toBeNull()
})

it('[CALL-01] says which line it is that calls', () => {
  showTurn({ line_name: 'Firmas y autorizaciones' })
  screen.getByText('Firmas y autorizaciones')
})

it('keeps what is left to do the loudest: to go, then the way there, and never to leave', () => {
  const looks = () =>
    ['Voy', 'Cómo llegar', 'Volver'].flatMap(name => {
      const own = screen.queryByText(name)?.closest('a, button')
      return own ? [`${name}${own.className.includes('turnQuiet') ? ', quiet' : ''}`] : []
    })
  showTurn({}, { directions: 'https://maps.example/' })
  expect(looks()).toEqual(['Voy', 'Cómo llegar, quiet'])
  cleanup()
  showTurn({ on_my_way: true }, { directions: 'https://maps.example/' })
  expect(looks()).toEqual(['Cómo llegar', 'Volver, quiet'])
  cleanup()
  showTurn({ on_my_way: true, meet: true }, { meet: '/tickets/t/meet' })
  expect(looks()).toEqual(['Volver, quiet'])
})

it('[OFFL-03] says that nobody heard "Voy", until they have', () => {
  showTurn({}, { isUnheard: true })
  expect(screen.getByRole('alert').textContent).toBe('No alcanzamos a avisar que vas. Igual es tu turno.')
  cleanup()
  showTurn({ on_my_way: true }, { isUnheard: true })
  expect(screen.queryByRole('alert')).toBeNull()
})

it('[I18N-02] says by whose clock the time of the call is, where the device shows another', () => {
  vi.stubEnv('TZ', 'America/Santiago')
  showTurn({}, { timeZone: 'Pacific/Easter' })
  screen.getByText(/^0?7:10 \(hora de Easter\)$/)
  cleanup()
  showTurn()
  expect(screen.queryByText(/hora de/)).toBeNull()
})

it('[TEMP-05] a receipt says by video, and names no module', () => {
  const now = new Date('2026-11-20T12:20:00Z')
  render(<ReceiptCard receipt={ticketOf({ ...CALLED, modulo: 'Módulo 1', meet: true })} now={now} />, {
    wrapper: InSpanish,
  })
  screen.getByText('Por video')
  cleanup()
  render(<ReceiptCard receipt={ticketOf({ ...CALLED, modulo: 'Módulo 1' })} now={now} />, {
    wrapper: InSpanish,
  })
  screen.getByText('Módulo 1', { exact: true })
})

it('[CALL-01] is not left by the second of two presses of «Voy»', () => {
  const onLeave = vi.fn<() => void>()
  showTurn({ on_my_way: true }, { onLeave })
  const button = screen.getByRole('button', { name: 'Volver' })
  fireEvent.click(button, { detail: 2 })
  expect(fireEvent.keyDown(button, { key: 'Enter', repeat: true })).toBe(false)
  expect(onLeave).not.toHaveBeenCalled()
  fireEvent.click(button, { detail: 1 })
  expect(onLeave).toHaveBeenCalledOnce()
})
