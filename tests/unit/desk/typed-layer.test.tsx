// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { leave } from '#src/desk/leave-guard.ts'
import { loadLanguage } from '#src/desk/load-language.ts'
import { TypedSheet, useTyped } from '#src/desk/typed-layer.tsx'

beforeAll(() => loadLanguage(i18n, 'es', document.documentElement))

let closed: number
beforeEach(() => {
  closed = 0
})
afterEach(cleanup)

/** A field in a part of its own, that knows nothing of what it stands in. */
function Part() {
  const [text, setText] = useState('')
  const [isLeft, setLeft] = useState(false)
  const leavePart = useTyped(text !== '', () => setText(''))
  if (isLeft) return <p>Sin la parte</p>
  return (
    <>
      <input aria-label="Dentro" value={text} onChange={({ target }) => setText(target.value)} />
      <button type="button" onClick={() => leavePart(() => setLeft(true))}>
        Cancelar
      </button>
    </>
  )
}

/** A sheet that outlives its closing, and what is typed in it as well. */
function Form() {
  const [isOpen, setOpen] = useState(true)
  const [text, setText] = useState('')
  const close = () => {
    closed += 1
    setOpen(false)
  }
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Abrir
      </button>
      <TypedSheet
        open={isOpen}
        onClose={close}
        isTyped={text !== ''}
        onDrop={() => setText('')}
        title="Formulario"
        closeLabel="Cerrar"
      >
        <input aria-label="Nombre" value={text} onChange={({ target }) => setText(target.value)} />
        <Part />
        <button type="button" onClick={close}>
          Enviar
        </button>
      </TypedSheet>
    </>
  )
}

const draw = () =>
  render(
    <I18nProvider i18n={i18n}>
      <Form />
    </I18nProvider>,
  )
const type = (field: string, value: string) =>
  fireEvent.input(screen.getByLabelText(field), { target: { value } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const sheet = () => screen.getByRole('dialog', { name: 'Formulario' })
const question = () => screen.queryByRole('alertdialog', { name: '¿Descartar lo que escribiste?' })

describe('a sheet of the desk that is closed', () => {
  it('with nothing typed closes at once', () => {
    draw()
    press('Cerrar')
    expect(closed).toBe(1)
    expect(question()).toBeNull()
  })

  it.each<[way: string, leaveIt: () => void]>([
    ['by its cross', () => press('Cerrar')],
    ['by Escape', () => void fireEvent(sheet(), new Event('cancel', { cancelable: true }))],
    ['by a press beside it', () => fireEvent.click(sheet())],
    ['by a way out of the page', () => act(() => leave(() => {}))],
  ])('%s asks first, and stays with all that was typed', (_way, leaveIt) => {
    draw()
    type('Nombre', 'Rosa')
    leaveIt()
    expect(question()).not.toBeNull()
    expect(document.activeElement?.textContent).toBe('Seguir escribiendo')
    press('Seguir escribiendo')
    expect(question()).toBeNull()
    expect(closed).toBe(0)
    expect(screen.getByLabelText('Nombre')).toHaveProperty('value', 'Rosa')
    expect(document.activeElement).toBe(screen.getByLabelText('Nombre'))
  })

  it('asks for what is typed in a part of it', () => {
    draw()
    type('Dentro', '12')
    press('Cerrar')
    press('Seguir escribiendo')
    expect(screen.getByLabelText('Dentro')).toHaveProperty('value', '12')
    type('Dentro', '')
    press('Cerrar')
    expect(closed).toBe(1)
  })

  it('and drops what was typed, where that is said: it begins anew', () => {
    draw()
    type('Nombre', 'Rosa')
    type('Dentro', '12')
    press('Cerrar')
    press('Descartar')
    expect(closed).toBe(1)
    press('Abrir')
    expect(screen.getByLabelText('Nombre')).toHaveProperty('value', '')
    expect(screen.getByLabelText('Dentro')).toHaveProperty('value', '')
    press('Cerrar')
    expect(closed).toBe(2)
  })

  it('goes where somebody was going, once what was typed is dropped', () => {
    const gone: string[] = []
    draw()
    type('Nombre', 'Rosa')
    act(() => leave(() => gone.push('page')))
    expect(gone).toEqual([])
    press('Descartar')
    expect(gone).toEqual(['page'])
    expect(closed).toBe(1)
  })

  it('once it is sent asks nothing', () => {
    draw()
    type('Nombre', 'Rosa')
    press('Enviar')
    expect(closed).toBe(1)
    expect(question()).toBeNull()
  })

  it('asks before a part is left, and keeps the rest', () => {
    draw()
    type('Nombre', 'Rosa')
    type('Dentro', '12')
    press('Cancelar')
    press('Descartar')
    screen.getByText('Sin la parte')
    expect(closed).toBe(0)
    expect(screen.getByLabelText('Nombre')).toHaveProperty('value', 'Rosa')
  })
})
