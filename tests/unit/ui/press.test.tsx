// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import type { ComponentProps, FormEvent, ReactNode } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { Switch } from '#src/ui/form/switch.tsx'
import { Link, LinkProvider } from '#src/ui/link.tsx'
import { Button } from '#src/ui/press/button.tsx'
import { Chip } from '#src/ui/press/chip.tsx'
import { IconButton } from '#src/ui/press/icon-button.tsx'

afterEach(cleanup)

describe('a button', () => {
  it('sends no form unless it is asked to', () => {
    render(
      <>
        <Button>Ver</Button>
        <Button type="submit">Enviar</Button>
      </>,
    )
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Ver' }).type).toBe('button')
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Enviar' }).type).toBe('submit')
  })

  it('while busy, keeps the focus, says so, and lets a second press come to nothing', () => {
    const onClick = vi.fn<() => void>()
    const onSubmit = vi.fn<(event: FormEvent) => void>(event => event.preventDefault())
    const form = (busy: boolean) => (
      <form onSubmit={onSubmit}>
        <Button type="submit" busy={busy} onClick={onClick}>
          Saca tu número
        </Button>
      </form>
    )
    const { rerender } = render(form(false))
    const button = screen.getByRole('button')
    button.focus()
    fireEvent.click(button)
    rerender(form(true))
    fireEvent.click(button)
    expect(onClick).toHaveBeenCalledOnce()
    expect(onSubmit).toHaveBeenCalledOnce()
    expect(document.activeElement).toBe(button)
    expect(button.getAttribute('aria-busy')).toBe('true')
    expect(button.getAttribute('aria-disabled')).toBe('true')
  })

  it('with an address is a link', () => {
    render(<Button href="/oficina/1">Ver</Button>)
    expect(screen.getByRole('link', { name: 'Ver' }).getAttribute('href')).toBe('/oficina/1')
  })

  it('drawn as a sign alone still has a name, and says whether it is on', () => {
    const { rerender } = render(<IconButton icon="heart" label="Favorita" pressed={false} />)
    expect(screen.getByRole('button', { name: 'Favorita', pressed: false })).toBeDefined()
    rerender(<IconButton icon="heart" label="Favorita" pressed />)
    expect(screen.getByRole('button', { name: 'Favorita', pressed: true })).toBeDefined()
  })

  it('as a filter says whether it is on; as a small button it claims no state', () => {
    render(
      <>
        <Chip pressed>Abierto</Chip>
        <Chip icon="pin">Santiago</Chip>
      </>,
    )
    expect(screen.getByRole('button', { name: 'Abierto' }).getAttribute('aria-pressed')).toBe('true')
    expect(screen.getByRole('button', { name: 'Santiago' }).hasAttribute('aria-pressed')).toBe(false)
  })
})

describe('a link', () => {
  const Inside = (props: ComponentProps<'a'>) => (
    <a data-inside="yes" {...props}>
      {props.children}
    </a>
  )
  const draw = (link: ReactNode) => {
    render(<LinkProvider value={Inside}>{link}</LinkProvider>)
    return screen.getByRole('link')
  }

  it('inside the application is followed by the application', () => {
    expect(draw(<Link href="/turnos">Turnos</Link>).dataset.inside).toBe('yes')
  })

  it.each(['https://maps.example/', 'tel:+56221234567'])('to %s is left to the browser', href => {
    expect(draw(<Link href={href}>Ir</Link>).dataset.inside).toBeUndefined()
  })

  it('to a new tab tells the other page nothing', () => {
    const link = draw(
      <Link href="/cartel" target="_blank">
        Cartel
      </Link>,
    )
    expect(link.dataset.inside).toBeUndefined()
    expect(link.getAttribute('rel')).toBe('noopener noreferrer')
  })
})

describe('a switch', () => {
  const draw = (props: Partial<ComponentProps<typeof Switch>> = {}) => {
    const onChange = vi.fn<(checked: boolean) => void>()
    render(<Switch label="Avísame" stateText="Activado" checked onChange={onChange} {...props} />)
    return { onChange, control: screen.getByRole('switch', { name: 'Avísame' }) }
  }

  it('shows its true state and describes it in words', () => {
    const { control } = draw()
    expect(control.getAttribute('aria-checked')).toBe('true')
    expect(document.getElementById(control.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
      'Activado',
    )
  })

  it('asks for the other state and does not take it by itself', () => {
    const { control, onChange } = draw()
    fireEvent.click(control)
    expect(onChange).toHaveBeenCalledExactlyOnceWith(false)
    expect(control.getAttribute('aria-checked')).toBe('true')
  })

  it('that the phone forbids stays reachable, says why, and does nothing', () => {
    const { control, onChange } = draw({
      checked: false,
      disabled: true,
      stateText: 'Bloqueado por el teléfono',
    })
    fireEvent.click(control)
    expect(onChange).not.toHaveBeenCalled()
    expect(control.getAttribute('aria-disabled')).toBe('true')
    expect((control as HTMLButtonElement).disabled).toBe(false)
    expect(document.getElementById(control.getAttribute('aria-describedby') ?? '')?.textContent).toBe(
      'Bloqueado por el teléfono',
    )
  })
})
