// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { emptyPerson, type PersonDraft } from '#src/domain/person-draft.ts'
import type { Flows } from '#src/flows/bind-flows.ts'
import { flows } from '#src/flows/flows.ts'
import { CorrectForm } from '#src/screens/profile/correct-form.tsx'
import { IdentifyForm, type IdentifyFormProps } from '#src/screens/introduction/identify-form.tsx'
import { errandStore } from '#src/stores/errand-store.ts'
import { sessionStore } from '#src/stores/session-store.ts'
import { anaSignedIn } from './ana.ts'
import { InSpanish, readSpanish } from './in-spanish.tsx'

const INVALID = 'Debe ingresar un correo válido'
const GENERIC = 'Por favor escriba la información solicitada'
const refusalOf = (path: string) => ({
  status: 'failed' as const,
  code: 'bad-request' as const,
  message: null,
  fields: [{ path, message: 'Invalid' }],
})
const ANA: PersonDraft = {
  ...emptyPerson,
  name: 'Ana Rojas',
  email: 'ana@correo.example',
  phone: '+56912345678',
  identity: '12.345.678-5',
  acceptsPolicy: true,
}

beforeAll(readSpanish)
afterEach(() => {
  cleanup()
  errandStore.getState().clear()
})

function Identify(props: Pick<IdentifyFormProps, 'failure'> & { of?: Partial<PersonDraft> }) {
  const [person, setPerson] = useState({ ...ANA, ...props.of })
  return (
    <IdentifyForm
      person={person}
      onChange={setPerson}
      onSubmit={() => undefined}
      progress="idle"
      failure={props.failure}
      policy={undefined}
      submitLabel="Sigue"
    />
  )
}
const emailField = () => screen.getByLabelText<HTMLInputElement>(/Correo/)
const type = (field: HTMLElement, value: string) => fireEvent.change(field, { target: { value } })

describe('what the server refuses of who somebody says they are', () => {
  it('[TEMP-01] is said at its field, with the way there, and is gone when that is typed anew', () => {
    const { rerender } = render(<Identify failure={null} />, { wrapper: InSpanish })
    fireEvent.submit(screen.getByRole('button', { name: 'Sigue' }))
    rerender(<Identify failure={refusalOf('email')} />)
    expect(emailField().getAttribute('aria-invalid')).toBe('true')
    const summary = screen.getByRole('alert', { name: 'Revisa estos datos' })
    expect(summary.textContent).toContain(INVALID)
    expect(document.activeElement).toBe(summary)
    expect(screen.queryByText(GENERIC)).toBeNull()
    emailField().focus()
    type(emailField(), 'ana.rojas@correo.example')
    expect(emailField().hasAttribute('aria-invalid')).toBe(false)
    expect(document.activeElement).toBe(emailField())
  })

  it('[TEMP-01] of which no field is named is said in a sentence', () => {
    render(<Identify failure={{ ...refusalOf('email'), fields: [] }} />, { wrapper: InSpanish })
    expect(screen.getByText(GENERIC)).toBeTruthy()
    expect(emailField().hasAttribute('aria-invalid')).toBe(false)
  })

  it.each([
    ['somebody without an account', true, 'correctPerson', 'email'],
    ['an account', false, 'updateUser', 'user.email'],
  ] as const)('[PROF-01] is said at its field where %s corrects it', async (_who, temporal, verb, path) => {
    const run = vi.fn<() => Promise<object>>(async () => refusalOf(path))
    flows.provide(async () => ({ [verb]: run }) as unknown as Flows)
    sessionStore.getState().apply({ type: 'signed-in', session: anaSignedIn(temporal) })
    const { user } = sessionStore.getState()
    if (!user) throw new Error('nobody is here')
    const complete = {
      ...user,
      name: ANA.name,
      email: ANA.email,
      phone: ANA.phone,
      identity_type: 'rut' as const,
    }
    render(<CorrectForm user={complete} />, { wrapper: InSpanish })
    fireEvent.submit(screen.getByRole('button', { name: 'Guardar' }))
    await waitFor(() => expect(emailField().getAttribute('aria-invalid')).toBe('true'))
    expect(screen.queryByText(GENERIC)).toBeNull()
  })
})

it('[FORM-01] an e-mail with a letter that none has says which, and only once it was tried', () => {
  render(<Identify failure={null} of={{ email: 'peña@correo.example' }} />, { wrapper: InSpanish })
  expect(screen.queryByText(/sin tildes/)).toBeNull()
  fireEvent.submit(screen.getByRole('button', { name: 'Sigue' }))
  expect(screen.getByText('Los correos van sin tildes y sin ñ.')).toBeTruthy()
  type(emailField(), 'pena@correo')
  expect(screen.queryByText(/sin tildes/)).toBeNull()
})
