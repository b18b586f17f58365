// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { OfflineNote } from '#src/screens/shared/offline-note.tsx'
import { connectionStore } from '#src/stores/connection-store.ts'
import { InSpanish, readSpanish } from './in-spanish.tsx'

beforeAll(readSpanish)
beforeEach(() => {
  vi.stubEnv('TZ', 'America/Santiago')
  vi.useFakeTimers({ now: new Date('2026-11-28T00:10:00-03:00') })
  connectionStore.getState().setOnline(false)
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllEnvs()
  connectionStore.getState().setOnline(true)
})

it.each([
  ['2026-11-28T00:05:00-03:00', 'Sin conexión. Lo que ves es de las 0:05.'],
  ['2026-11-27T23:50:00-03:00', 'Sin conexión. Lo último que supimos: ayer, 23:50.'],
  ['2026-11-25T14:32:00-03:00', 'Sin conexión. Lo último que supimos: 25 nov, 14:32.'],
])('[OFFL-02] says of what is from %s: %s', (since, words) => {
  render(<OfflineNote since={Date.parse(since)} />, { wrapper: InSpanish })
  expect(screen.getByRole('status').textContent).toBe(words)
})
