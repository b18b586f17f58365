// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { PeopleRow } from '#src/ui/card/people-row.tsx'
import { TicketBody, TicketCard } from '#src/ui/card/ticket-card.tsx'
import { TicketNumber } from '#src/ui/card/ticket-number.tsx'
import { TICKET_LOOK, type TicketState } from '#src/ui/card/ticket-state.ts'
import { TurnStage } from '#src/ui/card/turn-stage.tsx'

afterEach(cleanup)

describe('the ticket card', () => {
  it('wears the brand on its head with an ink that can be read, and the office as its heading', () => {
    render(
      <TicketCard office="Notaría Norte" line="Firmas" brand="#ffd400" level={3}>
        <TicketBody>A042</TicketBody>
      </TicketCard>,
    )
    const card = screen.getByRole('article')
    expect(card.style.getPropertyValue('--brand')).toBe('#ffd400')
    expect(card.style.getPropertyValue('--brand-ink')).toBe('#000000')
    expect(screen.getByRole('heading', { level: 3 }).textContent).toBe('Notaría Norte')
  })

  it('leaves the product’s own purple where an office has no colour', () => {
    render(<TicketCard office="Notaría Norte">A042</TicketCard>)
    expect(screen.getByRole('article').style.getPropertyValue('--brand')).toBe('')
  })

  it.each(Object.keys(TICKET_LOOK) as TicketState[])(
    'says that it is %s in a word, not by colour alone',
    state => {
      render(
        <TicketCard office="Notaría Norte" state={state} word="La palabra">
          A042
        </TicketCard>,
      )
      const word = screen.getByText('La palabra').closest('p')
      expect(word?.querySelector('svg')).not.toBeNull()
      expect(screen.getByRole('article').dataset.state).toBe(state)
    },
  )

  it('has a sign of its own for each state that is told apart by it', () => {
    const told = (['called', 'confirmed', 'skipped', 'cancelled', 'expired'] as const).map(
      state => TICKET_LOOK[state].icon,
    )
    expect(new Set(told).size).toBe(told.length)
  })

  it('breaks a long code alone: an office’s own number stays in one line, whatever face stands in for its own', () => {
    const { rerender, container } = render(<TicketNumber number="V251" size="big" />)
    const breakable = () => container.querySelector('[class*=breakable]')
    expect(breakable()).toBeNull()
    rerender(<TicketNumber number="BCH1042" size="big" />)
    expect(breakable()).not.toBeNull()
  })

  it('makes room for the number’s length, and says what the number is to those who only hear it', () => {
    const { rerender, container } = render(<TicketNumber number="A042" size="big" label="Tu número:" />)
    const number = () => container.firstElementChild as HTMLElement
    expect(number().textContent).toBe('Tu número: A042')
    const room = () => Number(number().style.getPropertyValue('--characters'))
    expect(room()).toBeCloseTo(4.1)
    rerender(<TicketNumber number="BCH1042" size="big" />)
    // Letters are wider than figures.
    expect(room()).toBeCloseTo(7.3)
  })
})

describe('the row of people', () => {
  const shown = () =>
    [...document.querySelectorAll('[role=img] > span')].filter(
      person => /person/.test(person.className) && !/gone/.test(person.className),
    ).length

  it('shortens as those in front are called, down to you alone', () => {
    const { rerender } = render(<PeopleRow ahead={3} label="3 personas antes que tú" />)
    expect(shown()).toBe(4)
    rerender(<PeopleRow ahead={2} label="2 personas antes que tú" />)
    expect(shown()).toBe(3)
    rerender(<PeopleRow ahead={0} label="Eres el siguiente" />)
    expect(shown()).toBe(1)
    expect(screen.getByRole('img', { name: 'Eres el siguiente' })).toBeDefined()
  })

  it('keeps each figure in its place from you, so that it is the front one that leaves', () => {
    const { rerender } = render(<PeopleRow ahead={3} label="3" />)
    const nearest = [...document.querySelectorAll('[role=img] > span')].at(-2)
    rerender(<PeopleRow ahead={1} label="1" />)
    const after = [...document.querySelectorAll('[role=img] > span')]
    expect(after.at(-2)).toBe(nearest)
    expect(after.at(-2)?.className).not.toMatch(/gone/)
    expect(after.at(-3)?.className).toMatch(/gone/)
  })

  it('counts those who do not fit', () => {
    render(<PeopleRow ahead={15} label="15 personas antes que tú" />)
    expect(screen.getByRole('img').textContent).toBe('+7')
    expect(shown()).toBe(9)
  })

  it('is silent beside a sentence that says the same, and draws nobody for nonsense', () => {
    const { container } = render(<PeopleRow ahead={-2} />)
    expect(container.firstElementChild?.getAttribute('aria-hidden')).toBe('true')
    expect(container.textContent).toBe('')
  })
})

describe('the turn', () => {
  it('says the call as the one heading, with number and module', () => {
    render(
      <TurnStage
        office="Notaría Norte"
        line="Firmas"
        time="10:42"
        title="Es tu turno"
        number="A042"
        moduleLabel="Pasa al módulo"
        module="3"
        actions={<button type="button">Voy</button>}
      />,
    )
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Es tu turno')
    expect(document.body.textContent).toBe('Notaría NorteFirmas10:42Es tu turnoA042Pasa al módulo3Voy')
  })
})
