import { describe, expect, it } from 'vitest'
import type { Reservation } from '#contract/rest/reservations.ts'
import { meetRefusal } from '#contract/rules/meet-time.ts'
import { canEnterCall } from '#src/domain/can-enter-call.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const from = Date.parse('2026-11-20T12:00:00-03:00')
const to = from + 15 * MINUTE

const byVideo = (change: Partial<Reservation> = {}) => ({
  from: '2026-11-20T12:00:00-03:00',
  to: '2026-11-20T12:15:00-03:00',
  meet: true,
  state: 'confirmed' as const,
  ...change,
})

describe('entering a video attention', () => {
  it('[VID-01] opens 15 minutes before the appointment, and not a second sooner', () => {
    expect(canEnterCall(byVideo(), from - 15 * MINUTE - SECOND)).toBe(false)
    expect(canEnterCall(byVideo(), from - 15 * MINUTE)).toBe(true)
    expect(meetRefusal(byVideo(), from - 15 * MINUTE - SECOND)).toBe('meet-too-early')
  })

  it('[VID-01] closes 30 minutes after its end', () => {
    expect(canEnterCall(byVideo(), to + 30 * MINUTE)).toBe(true)
    expect(meetRefusal(byVideo(), to + 30 * MINUTE + SECOND)).toBe('meet-over')
  })

  it('[VID-01] stays open for who was called late, as long as they are attended', () => {
    const called = byVideo({ state: 'called' })
    expect(meetRefusal(called, to + 30 * MINUTE + SECOND)).toBeNull()
    expect(canEnterCall(called, to + 90 * MINUTE)).toBe(true)
    expect(meetRefusal(byVideo({ state: 'attended' }), to + 30 * MINUTE + SECOND)).toBe('meet-over')
  })

  it('[VID-01] is for reservations by video that stand', () => {
    expect(meetRefusal(byVideo({ meet: false }), from)).toBe('not-by-video')
    expect(meetRefusal(byVideo({ state: 'pending' }), from)).toBe('meet-too-early')
    for (const state of ['attended', 'missed', 'cancelled', 'expired'] as const)
      expect(meetRefusal(byVideo({ state }), from)).toBe('meet-over')
    for (const state of ['confirmed', 'user-confirmed', 'called'] as const)
      expect(meetRefusal(byVideo({ state }), from)).toBeNull()
  })
})
