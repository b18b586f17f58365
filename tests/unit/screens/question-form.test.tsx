// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { ANSWER_LENGTH_MAX } from '#contract/limits.ts'
import type { Answers, Question } from '#contract/rest/forms.ts'
import { QuestionForm } from '#src/screens/questions/question-form.tsx'
import { sessionStore } from '#src/stores/session-store.ts'
import { anaSignedIn } from './ana.ts'
import { InSpanish, readSpanish } from './in-spanish.tsx'

beforeAll(readSpanish)
afterEach(cleanup)

const question = (id: string, change: Partial<Question> = {}): Question => ({
  id,
  fieldType: 'text',
  question: id,
  limit: null,
  required: true,
  validCharacter: null,
  validMessage: null,
  active: true,
  officeId: 1,
  ...change,
})

const questions = [
  question('Repertorio', {
    validCharacter: String.raw`\d{6}`,
    validMessage: 'Son los seis dígitos de arriba',
    limit: 6,
  }),
  question('Comentario', { required: false, fieldType: 'textarea', limit: 200 }),
  question('Pregunta retirada', { active: false }),
  question('Trámite', { fieldType: 'select', options: ['Venta', 'Poder'] }),
]

const texts = { es: 'Así los cuidamos', en: 'How we keep them', pt: 'Assim os guardamos' }

function show(asked: readonly Question[] = questions, asksPolicy = false) {
  const onSubmit = vi.fn<(answers: Answers) => void>()
  function Asked() {
    const [answers, setAnswers] = useState<Answers>({})
    const [accepted, setAccepted] = useState(false)
    return (
      <QuestionForm
        questions={asked}
        answers={answers}
        onChange={setAnswers}
        onSubmit={() => onSubmit(answers)}
        policy={asksPolicy ? { policy: { version: '1', texts }, accepted, onChange: setAccepted } : undefined}
        busy={false}
        submitLabel="Saca tu número"
      />
    )
  }
  render(<Asked />, { wrapper: InSpanish })
  return onSubmit
}
const send = () => fireEvent.submit(screen.getByRole('button', { name: 'Saca tu número' }))
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label, { exact: false }), { target: { value } })

describe('a line’s form', () => {
  it('names the field in each line of its summary, and leads there', () => {
    show([question('Patente'), question('Motor'), question('Año')])
    send()
    const lines = screen.getAllByRole('link')
    expect(lines.map(line => line.textContent)).toEqual([
      'Patente: Por favor escriba la información solicitada',
      'Motor: Por favor escriba la información solicitada',
      'Año: Por favor escriba la información solicitada',
    ])
    expect(lines.map(line => line.getAttribute('href'))).toEqual([
      '#question-Patente',
      '#question-Motor',
      '#question-Año',
    ])
  })

  it.each(['constructor', '__proto__', 'toString'])('takes a question called %s for a question', id => {
    const onSubmit = show([question(id, { question: 'Patente' })])
    expect(screen.getByLabelText<HTMLInputElement>('Patente').value).toBe('')
    send()
    expect(onSubmit).not.toHaveBeenCalled()
    type('Patente', 'Sí')
    expect(screen.getByLabelText<HTMLInputElement>('Patente').value).toBe('Sí')
    send()
    expect(Object.entries(onSubmit.mock.calls[0]?.[0] ?? {})).toEqual([[id, 'Sí']])
  })

  it('[FORM-04] asks who has yet to accept the policy, lets them read it, and goes no further without', () => {
    const onSubmit = show([], true)
    send()
    expect(onSubmit).not.toHaveBeenCalled()
    expect(screen.getByRole('alert').textContent).toContain('Marca «Acepto la política» para seguir')
    fireEvent.click(screen.getByRole('button', { name: 'Lee la política' }))
    expect(screen.getByText('Así los cuidamos')).toBeTruthy()
    fireEvent.click(screen.getByLabelText('Acepto la política'))
    send()
    expect(onSubmit).toHaveBeenCalledOnce()
  })

  it.each([
    ['somebody who has yet to say who they are', null, /30 días después de tu último turno/],
    ['a temporary user', true, /30 días después de tu último turno/],
    ['an account, as whoever came by a provider has one', false, /mientras tengas la cuenta/],
  ])('[FORM-04] says of how long it is kept what holds for %s', (_who, temporal, words) => {
    const { apply } = sessionStore.getState()
    apply(temporal === null ? { type: 'signed-out' } : { type: 'signed-in', session: anaSignedIn(temporal) })
    show([], true)
    expect(screen.getByText(/^Usamos estos datos/).textContent).toMatch(words)
    apply({ type: 'signed-out' })
  })

  it('[FORM-02] asks what is active, in its order, marks what may stay empty, and holds the limit', () => {
    show()
    expect([...document.querySelectorAll('label')].map(label => label.textContent)).toEqual([
      'Repertorio',
      'Comentario (Opcional)',
      'Trámite',
    ])
    expect(screen.getByLabelText<HTMLInputElement>('Repertorio').maxLength).toBe(6)
    expect(screen.queryByText('Pregunta retirada')).toBeNull()
  })

  it('[FORM-03] says at the field and in the summary what is missing, and sends nothing', () => {
    const onSubmit = show()
    send()
    const missing = 'Por favor escriba la información solicitada'
    expect(screen.getAllByText(missing, { exact: false })).toHaveLength(4)
    expect(screen.getByRole('alert', { name: 'Revisa estos datos' }).textContent).toContain(missing)
    expect(screen.getByLabelText('Repertorio').getAttribute('aria-invalid')).toBe('true')
    expect(screen.getByLabelText('Comentario', { exact: false }).hasAttribute('aria-invalid')).toBe(false)
    expect(onSubmit).not.toHaveBeenCalled()
  })

  it('[FORM-02] says the office’s own words where the answer has not the form that it asks for', () => {
    const onSubmit = show()
    type('Repertorio', '12a')
    type('Trámite', 'Poder')
    send()
    expect(screen.getAllByText('Son los seis dígitos de arriba', { exact: false })).toHaveLength(2)
    expect(onSubmit).not.toHaveBeenCalled()
  })

  it('[FORM-03] [FORM-05] says what is wrong with a rut and a telephone where the office wrote no words of its own', () => {
    const onSubmit = show([question('Rut', { fieldType: 'rut' }), question('Fono', { fieldType: 'tel' })])
    type('Rut', '12.345.678-9')
    type('Fono', 'noventa')
    send()
    expect(screen.getAllByText('Escriba un Rut o Dni válido', { exact: false })).toHaveLength(2)
    expect(screen.getAllByText('Escriba un teléfono válido', { exact: false })).toHaveLength(2)
    type('Rut', '12.345.678-5')
    type('Fono', '912345678')
    send()
    expect(onSubmit).toHaveBeenCalledOnce()
  })

  it('[FORM-02] holds an answer without a limit of its own to what the server takes', () => {
    const onSubmit = show([question('Relato', { fieldType: 'textarea' })])
    expect(screen.getByLabelText<HTMLTextAreaElement>('Relato').maxLength).toBe(ANSWER_LENGTH_MAX)
    type('Relato', 'a'.repeat(10_000))
    send()
    expect(screen.getAllByText('La respuesta es demasiado larga', { exact: false })).toHaveLength(2)
    expect(onSubmit).not.toHaveBeenCalled()
    type('Relato', 'a'.repeat(ANSWER_LENGTH_MAX))
    send()
    expect(onSubmit).toHaveBeenCalledOnce()
  })

  it('[TKT-12] hands over the answers once they will do', () => {
    const onSubmit = show()
    send()
    type('Repertorio', '123456')
    type('Trámite', 'Poder')
    send()
    expect(onSubmit).toHaveBeenCalledExactlyOnceWith({ Repertorio: '123456', Trámite: 'Poder' })
    expect(screen.queryByRole('alert')).toBeNull()
  })
})
