// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { Calendar } from '#src/ui/calendar/calendar.tsx'
import { dayByKey, shiftMonth, weeksOf } from '#src/ui/calendar/calendar-days.ts'

afterEach(cleanup)

describe('the days of a calendar', () => {
  it('lays a month out in weeks that begin on Monday', () => {
    const weeks = weeksOf('2026-11')
    expect(weeks).toHaveLength(6)
    expect(weeks[0]).toEqual([null, null, null, null, null, null, '2026-11-01'])
    expect(weeks.at(-1)).toEqual(['2026-11-30', null, null, null, null, null, null])
    expect(weeks.flat().filter(Boolean)).toHaveLength(30)
  })

  it('has 28 days in February and 29 in a leap year, whatever the month begins with', () => {
    expect(weeksOf('2027-02')).toHaveLength(4)
    expect(weeksOf('2028-02').flat().filter(Boolean)).toHaveLength(29)
  })

  it('turns to the last day of a shorter month, and over the year', () => {
    expect(shiftMonth('2027-01-31', 1)).toBe('2027-02-28')
    expect(shiftMonth('2026-12-15', 1)).toBe('2027-01-15')
    expect(shiftMonth('2027-01-15', -1)).toBe('2026-12-15')
  })

  it.each([
    ['ArrowLeft', '2026-11-23'],
    ['ArrowRight', '2026-11-25'],
    ['ArrowUp', '2026-11-17'],
    ['ArrowDown', '2026-12-01'],
    ['Home', '2026-11-23'],
    ['End', '2026-11-29'],
    ['PageUp', '2026-10-24'],
    ['PageDown', '2026-12-24'],
    ['a', null],
  ])('%s leads from Tuesday the 24th to %s', (key, day) => {
    expect(dayByKey(key, '2026-11-24')).toBe(day)
  })
})

const words = { previous: 'Mes anterior', next: 'Mes siguiente', today: 'hoy', taken: 'no disponible' }

function show(first = '2026-11-21', last = '2027-01-10') {
  const onChange = vi.fn<(day: string) => void>()
  function Asked() {
    const [value, setValue] = useState<string | null>(null)
    return (
      <Calendar
        label="¿Qué día?"
        value={value}
        onChange={day => {
          onChange(day)
          setValue(day)
        }}
        first={first}
        last={last}
        today="2026-11-21"
        isFree={day => !['2026-11-21', '2026-11-22', '2026-11-25'].includes(day)}
        language="es"
        words={words}
      />
    )
  }
  render(<Asked />)
  return onChange
}
const day = (name: string | RegExp) => screen.getByRole('button', { name })
const press = (key: string) => fireEvent.keyDown(document.activeElement as Element, { key })
const focused = () => document.activeElement?.getAttribute('data-day')

describe('[RES-02] a calendar', () => {
  it('is a grid, named, with the days of the week as its heads', () => {
    show()
    expect(screen.getByRole('grid', { name: '¿Qué día?' })).toBeTruthy()
    expect(screen.getAllByRole('columnheader').map(head => head.getAttribute('aria-label'))).toEqual([
      'lunes',
      'martes',
      'miércoles',
      'jueves',
      'viernes',
      'sábado',
      'domingo',
    ])
    expect(screen.getByText('noviembre de 2026').getAttribute('aria-live')).toBe('polite')
  })

  it('is one stop for the Tab key: the first day that can be had', () => {
    show()
    const stops = [...document.querySelectorAll<HTMLElement>('[data-day]')].filter(own => own.tabIndex === 0)
    expect(stops.map(own => own.dataset.day)).toEqual(['2026-11-23'])
  })

  it('walks by arrows, by weeks and by months, and no further than can be booked', () => {
    show()
    day('lunes, 23 de noviembre').focus()
    press('ArrowRight')
    expect(focused()).toBe('2026-11-24')
    press('ArrowDown')
    expect(focused()).toBe('2026-12-01')
    screen.getByText('diciembre de 2026')
    press('End')
    expect(focused()).toBe('2026-12-06')
    press('PageDown')
    expect(focused()).toBe('2027-01-06')
    press('ArrowDown')
    expect(focused()).toBe('2027-01-10')
    press('PageUp')
    press('PageUp')
    press('PageUp')
    expect(focused()).toBe('2026-11-21')
    press('ArrowLeft')
    expect(focused()).toBe('2026-11-21')
  })

  it('goes to a day that cannot be had, says so, and does not choose it', () => {
    const onChange = show()
    const taken = day('miércoles, 25 de noviembre, no disponible')
    expect(taken.getAttribute('aria-disabled')).toBe('true')
    fireEvent.click(taken)
    fireEvent.click(day('hoy, sábado, 21 de noviembre, no disponible'))
    expect(onChange).not.toHaveBeenCalled()
    expect(day(/hoy/).getAttribute('aria-current')).toBe('date')
  })

  it('chooses a day, and says which is chosen', () => {
    const onChange = show()
    fireEvent.click(day('martes, 24 de noviembre'))
    expect(onChange).toHaveBeenCalledExactlyOnceWith('2026-11-24')
    expect(day('martes, 24 de noviembre').getAttribute('aria-pressed')).toBe('true')
    expect(document.querySelectorAll('td[aria-selected="true"]')).toHaveLength(1)
  })

  it('turns its pages by presses, and stops at the last', () => {
    show()
    fireEvent.click(day('Mes siguiente'))
    fireEvent.click(day('Mes siguiente'))
    screen.getByText('enero de 2027')
    expect(day('Mes siguiente').getAttribute('aria-disabled')).toBe('true')
    fireEvent.click(day('Mes siguiente'))
    screen.getByText('enero de 2027')
    expect(day('lunes, 11 de enero, no disponible')).toBeTruthy()
  })

  it('turns its pages by a finger that goes across', () => {
    show()
    const grid = screen.getByRole('grid')
    fireEvent.touchStart(grid, { touches: [{ clientX: 300, clientY: 300 }] })
    fireEvent.touchEnd(grid, { changedTouches: [{ clientX: 180, clientY: 320 }] })
    screen.getByText('diciembre de 2026')
    fireEvent.touchStart(grid, { touches: [{ clientX: 100, clientY: 300 }] })
    fireEvent.touchEnd(grid, { changedTouches: [{ clientX: 170, clientY: 500 }] })
    screen.getByText('diciembre de 2026')
  })
})
