// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { Checkbox } from '#src/ui/form/checkbox.tsx'
import { ErrorSummary } from '#src/ui/form/error-summary.tsx'
import { RadioGroup } from '#src/ui/form/radio-group.tsx'
import { SearchField } from '#src/ui/form/search-field.tsx'
import { SelectField } from '#src/ui/form/select-field.tsx'
import { TextArea } from '#src/ui/form/text-area.tsx'
import { TextField } from '#src/ui/form/text-field.tsx'

afterEach(cleanup)

const describedBy = (control: HTMLElement) =>
  (control.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .filter(Boolean)
    .map(id => document.getElementById(id)?.textContent)

describe('a field', () => {
  it.each([
    ['text', TextField],
    ['text area', TextArea],
  ])('ties label, hint and fault to its %s control', (_, Field) => {
    render(<Field label="Teléfono" hint="Con código" error="Escriba un teléfono válido" />)
    const control = screen.getByLabelText('Teléfono')
    expect(describedBy(control)).toEqual(['Con código', 'Escriba un teléfono válido'])
    expect(control.getAttribute('aria-invalid')).toBe('true')
  })

  it('says nothing of a fault while there is none', () => {
    render(<TextField label="Nombre" optional="(Opcional)" error="" />)
    const control = screen.getByLabelText('Nombre (Opcional)')
    expect(control.hasAttribute('aria-invalid')).toBe(false)
    expect(control.hasAttribute('aria-describedby')).toBe(false)
  })

  it('keeps the id that it is given, and makes different ones for two of a kind', () => {
    render(
      <>
        <TextField id="mail" label="Correo" />
        <TextField label="Uno" />
        <TextField label="Dos" />
      </>,
    )
    expect(screen.getByLabelText('Correo').id).toBe('mail')
    expect(screen.getByLabelText('Uno').id).not.toBe(screen.getByLabelText('Dos').id)
  })

  it('offers a choice with a first line that chooses nothing', () => {
    render(
      <SelectField
        label="Comuna"
        placeholder="Elige una"
        error="Falta la comuna"
        options={[{ value: 'maipu', label: 'Maipú' }]}
      />,
    )
    const control = screen.getByLabelText('Comuna') as HTMLSelectElement
    expect([...control.options].map(option => [option.value, option.text])).toEqual([
      ['', 'Elige una'],
      ['maipu', 'Maipú'],
    ])
    expect(describedBy(control)).toEqual(['Falta la comuna'])
  })

  it('reports a box ticked, and names its fault', () => {
    const onChange = vi.fn<(checked: boolean) => void>()
    render(<Checkbox label="Acepto la política" error="Falta aceptar" checked={false} onChange={onChange} />)
    const box = screen.getByRole('checkbox', { name: 'Acepto la política' })
    expect(describedBy(box)).toEqual(['Falta aceptar'])
    fireEvent.click(box)
    expect(onChange).toHaveBeenCalledWith(true)
  })

  it('[FORM-02] says of a box, too, that it need not be ticked', () => {
    render(<Checkbox label="Quiero copia" optional="(Opcional)" checked={false} />)
    expect(screen.getByRole('checkbox', { name: 'Quiero copia (Opcional)' })).toBeDefined()
  })
})

describe('one of several', () => {
  const options = [
    { value: 'rut', label: 'RUT' },
    { value: 'dni', label: 'DNI', hint: 'Extranjero' },
    { value: 'no', label: 'Otro', disabled: true },
  ] as const

  it('is a named group whose fault is read with it', () => {
    render(
      <RadioGroup legend="Documento" options={options} value="rut" onChange={() => {}} error="Elige uno" />,
    )
    const group = screen.getByRole('radiogroup', { name: 'Documento' })
    expect(describedBy(group)).toEqual(['Elige uno'])
    expect(within(group).getAllByRole('radio', { checked: true })).toHaveLength(1)
  })

  it('hands over the value chosen, and gives its id to the first radio', () => {
    const onChange = vi.fn<(kind: string) => void>()
    render(
      <RadioGroup
        id="kind"
        legend="Documento"
        look="segments"
        options={options}
        value="rut"
        onChange={onChange}
      />,
    )
    fireEvent.click(screen.getByLabelText(/DNI/))
    expect(onChange).toHaveBeenCalledExactlyOnceWith('dni')
    expect((document.getElementById('kind') as HTMLInputElement).value).toBe('rut')
    expect(screen.getByLabelText<HTMLInputElement>('Otro').disabled).toBe(true)
  })
})

describe('the summary of faults', () => {
  const faults = [{ fieldId: 'phone', message: 'Escriba un teléfono válido' }]
  const form = (attempt: number, list = faults, refusal: object | null = null) => (
    <>
      <ErrorSummary title="Revisa un dato" faults={list} attempt={attempt} refusal={refusal} />
      <TextField id="phone" label="Teléfono" />
    </>
  )

  it('takes the focus at each attempt that leaves faults, and not before', () => {
    const { rerender } = render(form(0))
    expect(document.activeElement).toBe(document.body)
    rerender(form(1))
    expect(document.activeElement).toBe(screen.getByRole('alert'))
    screen.getByLabelText('Teléfono').focus()
    rerender(form(2))
    expect(document.activeElement).toBe(screen.getByRole('alert'))
  })

  it('leaves whoever is typing in the field, though a fault comes and goes with what is typed', () => {
    const { rerender } = render(form(1))
    screen.getByLabelText('Teléfono').focus()
    for (const list of [[], faults, [], faults]) {
      rerender(form(1, list))
      expect(document.activeElement).toBe(screen.getByLabelText('Teléfono'))
    }
  })

  it('takes it when the server’s refusal arrives, and not when that is forgotten', () => {
    const { rerender } = render(form(2, []))
    screen.getByLabelText('Teléfono').focus()
    rerender(form(2, faults, { code: 'account-exists' }))
    expect(document.activeElement).toBe(screen.getByRole('alert'))
    screen.getByLabelText('Teléfono').focus()
    rerender(form(2))
    expect(document.activeElement).toBe(screen.getByLabelText('Teléfono'))
  })

  it('leads to the field without touching the address', () => {
    render(form(1))
    const wentOn = fireEvent.click(screen.getByRole('link', { name: 'Escriba un teléfono válido' }))
    expect(wentOn).toBe(false)
    expect(document.activeElement).toBe(screen.getByLabelText('Teléfono'))
  })

  it('is gone with the last fault', () => {
    render(form(3, []))
    expect(screen.queryByRole('alert')).toBeNull()
  })
})

describe('the search field', () => {
  it('is emptied by its cross, and keeps the focus for typing on', () => {
    const onChange = vi.fn<(words: string) => void>()
    render(<SearchField label="Buscar" clearLabel="Borrar" value="banco" onChange={onChange} />)
    fireEvent.click(screen.getByRole('button', { name: 'Borrar' }))
    expect(onChange).toHaveBeenCalledExactlyOnceWith('')
    expect(document.activeElement).toBe(screen.getByRole('searchbox', { name: 'Buscar' }))
  })

  it('has no cross while it is empty', () => {
    render(<SearchField label="Buscar" clearLabel="Borrar" value="" onChange={() => {}} />)
    expect(screen.queryByRole('button')).toBeNull()
  })
})
