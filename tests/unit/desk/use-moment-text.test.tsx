// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { cleanup, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { DeskToolsProvider } from '#src/desk/desk-tools.ts'
import { useMomentText } from '#src/desk/use-moment-text.ts'
import { useToday } from '#src/desk/use-today.ts'
import { type DeskDoor, openDeskDoor, toolsOf } from './desk-door.ts'

let door: DeskDoor
beforeEach(async () => {
  door = await openDeskDoor()
  i18n.loadAndActivate({ locale: 'es', messages: {} })
})
afterEach(() => {
  vi.unstubAllEnvs()
  cleanup()
  door.close()
})

/** By a server on which it is that moment, whatever this machine's clock says. */
function at(now: string, timeZone: string) {
  const tools = { ...toolsOf(door), clock: { now: () => Date.parse(now) } }
  const wrapper = ({ children }: { children: ReactNode }) => (
    <I18nProvider i18n={i18n}>
      <DeskToolsProvider value={tools}>{children}</DeskToolsProvider>
    </I18nProvider>
  )
  const { result } = renderHook(() => ({ text: useMomentText(timeZone), today: useToday(timeZone) }), {
    wrapper,
  })
  return result.current
}

describe('a moment of these days at the desk', () => {
  it('is of the office’s day and clock, by the server’s time', () => {
    const evening = at('2026-11-25T01:30:00Z', 'America/Santiago')
    expect(evening.text('2026-11-24T23:10:00Z')).toBe('hoy 20:10')
    expect(evening.text('2026-11-24T02:59:00Z')).toBe('ayer 23:59')
    expect(evening.today).toBe('2026-11-24')
    const island = at('2026-11-25T04:30:00Z', 'Pacific/Easter')
    expect(island.text('2026-11-25T04:10:00Z')).toBe('hoy 23:10')
    expect(island.today).toBe('2026-11-24')
  })

  it('where the settings name no zone that there is, the day is this computer’s', () => {
    vi.stubEnv('TZ', 'America/Santiago')
    expect(at('2026-11-25T12:00:00Z', 'Luna/Mar').today).toBe('2026-11-25')
  })
})
