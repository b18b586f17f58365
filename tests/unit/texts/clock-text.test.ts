import { afterEach, describe, expect, it, vi } from 'vitest'
import { longDayText, timeText, wallClockText } from '#src/texts/clock-text.ts'

const at = new Date('2026-11-23T15:30:00Z')

describe('the time of day', () => {
  afterEach(() => void vi.unstubAllEnvs())

  it('[I18N-01] is said in the language, whichever was asked for before', () => {
    expect(wallClockText('17:30', 'es')).toMatch(/^17:30$/)
    expect(wallClockText('17:30', 'en')).toMatch(/^5:30\sPM$/)
    expect(longDayText(at, 'pt', 'UTC')).toBe('segunda-feira, 23 de novembro')
    expect(longDayText(at, 'es', 'UTC')).toBe('lunes, 23 de noviembre')
  })

  it('[I18N-02] is the office’s own, whichever office was asked for before', () => {
    expect(timeText(at, 'es', 'America/Santiago')).toBe('12:30')
    expect(timeText(at, 'es', 'Pacific/Easter')).toBe('10:30')
  })

  it('is the device’s for what happened here, also after its owner has travelled', () => {
    vi.stubEnv('TZ', 'America/Santiago')
    expect(timeText(at, 'es')).toBe('12:30')
    vi.stubEnv('TZ', 'Europe/Lisbon')
    expect(timeText(at, 'es')).toBe('15:30')
  })
})
