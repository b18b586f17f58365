import fc from '#tests/support/fast-check.ts'
import ICAL from 'ical.js'
import { describe, expect, it } from 'vitest'
import { type CalendarEvent, reservationCalendar } from '#src/domain/reservation-calendar.ts'

const MINUTE_MS = 60_000

function eventAt(
  from: string | number,
  timeZone: string,
  change: Partial<CalendarEvent> = {},
): CalendarEvent {
  const begins = new Date(from)
  return {
    id: '44444444-4444-4444-8444-444444444abc',
    state: 'confirmed',
    summary: 'Cajas · Sucursal Centro',
    description: 'Código RVABC',
    location: 'Bandera 100, Santiago',
    url: 'https://numerito.example/reservations/44444444-4444-4444-8444-444444444abc',
    from: begins,
    to: new Date(begins.getTime() + 15 * MINUTE_MS),
    timeZone,
    stamp: new Date('2026-11-20T12:00:00Z'),
    sequence: 10,
    ...change,
  }
}

/** As a calendar program reads it: by the file alone, and none of its own zones. */
function readBack(text: string) {
  const calendar = new ICAL.Component(ICAL.parse(text))
  const component = calendar.getFirstSubcomponent('vevent') ?? expect.fail('no event')
  return { calendar, component, event: new ICAL.Event(component) }
}

function expectInstants(event: CalendarEvent): void {
  const { event: read } = readBack(reservationCalendar(event))
  expect(read.startDate.toJSDate().toISOString()).toBe(event.from.toISOString())
  expect(read.endDate.toJSDate().toISOString()).toBe(event.to.toISOString())
}

describe('a reservation as a calendar file', () => {
  it('[RES-13] is read back by a calendar program, with the office’s zone', () => {
    const { component, event } = readBack(
      reservationCalendar(eventAt('2026-11-24T13:00:00Z', 'America/Santiago')),
    )
    expect(event).toMatchObject({
      uid: '44444444-4444-4444-8444-444444444abc',
      summary: 'Cajas · Sucursal Centro',
      description: 'Código RVABC',
      location: 'Bandera 100, Santiago',
      sequence: 10,
    })
    expect(event.startDate.toString()).toBe('2026-11-24T10:00:00')
    expect(event.startDate.zone.tzid).toBe('America/Santiago')
    expect(component.getFirstPropertyValue('status')).toBe('CONFIRMED')
    expect(component.getFirstPropertyValue('url')).toBe(
      'https://numerito.example/reservations/44444444-4444-4444-8444-444444444abc',
    )
    const alarm = component.getFirstSubcomponent('valarm')
    expect(String(alarm?.getFirstPropertyValue('trigger'))).toBe('-PT30M')
    expect(alarm?.getFirstPropertyValue('action')).toBe('DISPLAY')
  })

  it.each([
    ['pending', 'TENTATIVE'],
    ['user-confirmed', 'CONFIRMED'],
    ['cancelled', 'CANCELLED'],
    ['expired', 'CANCELLED'],
  ] as const)('[RES-13] of one that is %s says %s', (state, status) => {
    const { component } = readBack(reservationCalendar(eventAt('2026-11-24T13:00:00Z', 'UTC', { state })))
    expect(component.getFirstPropertyValue('status')).toBe(status)
  })

  it.each([
    ['Santiago, the evening before the clock is set back', '2026-04-04T22:00:00Z', 'America/Santiago'],
    ['Santiago, the hour that comes twice, first', '2026-04-05T02:30:00Z', 'America/Santiago'],
    ['Santiago, the hour that comes twice, again', '2026-04-05T03:30:00Z', 'America/Santiago'],
    ['Santiago, the morning after', '2026-04-05T13:00:00Z', 'America/Santiago'],
    ['Santiago, the last minutes of winter', '2026-09-06T03:45:00Z', 'America/Santiago'],
    ['Santiago, the first minute of summer', '2026-09-06T04:00:00Z', 'America/Santiago'],
    ['Punta Arenas, which knows no winter time', '2026-07-01T14:00:00Z', 'America/Punta_Arenas'],
    ['Lord Howe, which moves by half an hour', '2026-04-04T15:10:00Z', 'Australia/Lord_Howe'],
    ['Dublin, whose summer is its standard', '2026-07-01T09:00:00Z', 'Europe/Dublin'],
    ['Chatham, a quarter of an hour off', '2026-12-01T02:00:00Z', 'Pacific/Chatham'],
  ])('[RES-13] names the right moment: %s', (_, from, timeZone) => {
    expectInstants(eventAt(from, timeZone))
  })

  it('[RES-13] names the right moment of any time, in any zone', () => {
    const zones = [
      'America/Santiago',
      'America/New_York',
      'Europe/Lisbon',
      'Australia/Lord_Howe',
      'Asia/Kolkata',
    ]
    const minutes = fc.integer({
      min: Date.parse('2025-01-01') / MINUTE_MS,
      max: Date.parse('2029-12-31') / MINUTE_MS,
    })
    fc.assert(
      fc.property(minutes, fc.constantFrom(...zones), (minute, timeZone) => {
        expectInstants(eventAt(minute * MINUTE_MS, timeZone))
      }),
      { numRuns: 60 },
    )
  })

  it('[RES-13] folds lines at 75 bytes, cuts no letter, ends each with CR LF, and lets no text end a field', () => {
    const summary = 'Ñuñoa, «Atención»; piso 2\\ala norte 🏦'.repeat(6)
    const description = 'uno\ndos, tres; END:VEVENT'
    const text = reservationCalendar(
      eventAt('2026-11-24T13:00:00Z', 'America/Santiago', { summary, description }),
    )
    expect(text.endsWith('END:VCALENDAR\r\n')).toBe(true)
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
    for (const line of text.split('\r\n'))
      expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75)
    const { event } = readBack(text)
    expect(event.summary).toBe(summary)
    expect(event.description).toBe(description)
  })

  it.each(['\r', '\r\n', '\n', '\v', '\0', '\u0085'])(
    '[RES-13] an office’s name with %j in it is still one text',
    sign => {
      const text = reservationCalendar(
        eventAt('2026-11-24T13:00:00Z', 'UTC', { summary: `Cajas${sign}ATTENDEE:mailto:otro@example.com` }),
      )
      // What some programs take for the end of a line, and what none takes at all.
      expect(text.replaceAll('\r\n', '')).not.toMatch(/\p{Cc}/u)
      expect(readBack(text).component.getAllProperties('attendee')).toEqual([])
    },
  )

  it('[RES-13] by video has no place to go to', () => {
    const { component } = readBack(
      reservationCalendar(eventAt('2026-11-24T13:00:00Z', 'UTC', { location: null })),
    )
    expect(component.getFirstPropertyValue('location')).toBeNull()
  })
})
