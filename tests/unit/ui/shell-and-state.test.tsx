// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { createRef } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { List } from '#src/ui/list/list.tsx'
import { ListRow } from '#src/ui/list/list-row.tsx'
import { BottomNav } from '#src/ui/shell/bottom-nav.tsx'
import type { NavItem } from '#src/ui/shell/nav-item.ts'
import { NavRail } from '#src/ui/shell/nav-rail.tsx'
import { ScreenHeader } from '#src/ui/shell/screen-header.tsx'
import { Countdown } from '#src/ui/state/countdown.tsx'
import { Loader } from '#src/ui/state/loader.tsx'
import { EmptyState, FailedState } from '#src/ui/state/standstill.tsx'
import { Steps } from '#src/ui/state/steps.tsx'

afterEach(cleanup)

const ITEMS: NavItem[] = [
  { href: '/', icon: 'home', label: 'Inicio', current: false },
  {
    href: '/turnos',
    icon: 'ticket',
    label: 'Turnos',
    current: true,
    badge: { count: 2, label: '2 activos' },
  },
]

describe('navigation', () => {
  it.each([
    ['bottom bar', <BottomNav key="bar" label="Principal" items={ITEMS} />],
    ['rail', <NavRail key="rail" label="Principal" items={ITEMS} logo="Numerito" />],
  ])('as a %s names itself, the page shown, and what waits there', (_, nav) => {
    render(nav)
    expect(screen.getByRole('navigation', { name: 'Principal' })).toBeDefined()
    const current = screen.getByRole('link', { current: 'page' })
    expect(current.textContent).toMatch(/Turnos.*2 activos/)
    expect(screen.getAllByRole('link')).toHaveLength(2)
  })
})

describe('a screen’s head', () => {
  it('has one h1 that can take the focus when the screen arrives', () => {
    const heading = createRef<HTMLHeadingElement>()
    render(
      <ScreenHeader
        title="Turnos"
        kicker="Tus números"
        back={{ label: 'Volver', href: '/' }}
        headingRef={heading}
      />,
    )
    heading.current?.focus()
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1, name: 'Turnos' }))
    expect(screen.getByRole('link', { name: 'Volver' }).getAttribute('href')).toBe('/')
  })
})

describe('a row', () => {
  it('is a link, a button or neither, and says when it is the one shown', () => {
    render(
      <List label="Oficinas">
        <ListRow title="Norte" href="/norte" current />
        <ListRow title="Sur" onClick={() => {}} />
        <ListRow title="Este" />
      </List>,
    )
    expect(screen.getByRole('list', { name: 'Oficinas' }).children).toHaveLength(3)
    expect(screen.getByRole('link', { name: 'Norte' }).getAttribute('aria-current')).toBe('true')
    expect(screen.getByRole('button', { name: 'Sur' })).toBeDefined()
    expect(screen.getByText('Este').closest('a, button')).toBeNull()
  })
})

describe('states', () => {
  const messages = ['Planificando', 'Buscando fechas', 'Buscando horas']

  it.each([
    [0, 'Planificando'],
    [2, 'Buscando horas'],
    [3, 'Planificando'],
    [7, 'Buscando fechas'],
  ])('at step %i the loader says %s', (step, message) => {
    render(<Loader messages={messages} step={step} />)
    expect(screen.getByRole('status').textContent).toBe(message)
    expect(document.querySelector('[data-now]')?.textContent).toBe(message)
  })

  it('announces a failure and not an emptiness', () => {
    render(<EmptyState icon="ticket" title="Todavía no tienes turnos" />)
    expect(screen.queryByRole('alert')).toBeNull()
    render(<FailedState title="No se pudo conectar">Tu lugar no cambia.</FailedState>)
    expect(screen.getByRole('alert').textContent).toBe('No se pudo conectarTu lugar no cambia.')
  })

  it('says how far the questions have come', () => {
    render(<Steps current={3} total={5} label="Paso 3 de 5" />)
    const steps = screen.getByRole('progressbar', { name: 'Paso 3 de 5' })
    expect(steps.getAttribute('aria-valuenow')).toBe('3')
    expect(steps.querySelectorAll('[class*=done]')).toHaveLength(3)
  })

  it.each([
    [30, 30, 0],
    [15, 30, 0.5],
    [-1, 30, 1],
    [5, 0, 1],
  ])('draws %i of %i left as a ring open by %f', (remaining, total, open) => {
    render(<Countdown remaining={remaining} total={total} label="Se actualiza" />)
    const ring = screen.getByRole('timer').querySelectorAll('circle')[1] as SVGCircleElement
    expect(Number(ring.style.strokeDashoffset)).toBe(open)
  })
})
