// @vitest-environment happy-dom
import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Answers, Question } from '#contract/rest/forms.ts'
import type { ForWhom } from '#src/domain/for-whom.ts'
import { useFormAnswers } from '#src/screens/questions/use-form-answers.ts'
import { GUEST, sessionStore } from '#src/stores/session-store.ts'
import { visitAnswersStore } from '#src/stores/visit-answers-store.ts'

const question = (id: string, fieldType: Question['fieldType'], words = id): Question => ({
  id,
  fieldType,
  question: words,
  limit: null,
  required: true,
  validCharacter: null,
  validMessage: null,
  active: true,
  officeId: 1,
})
const patient = [
  question('paciente', 'name', 'Nombre del paciente'),
  question('rut', 'rut', 'RUT del paciente'),
  question('fono', 'tel', 'Teléfono'),
  question('motivo', 'text', '¿Cuál es el motivo?'),
]
const ana = {
  user_id: '5b1c0c5e-1111-4111-8111-111111111111',
  token: 'token',
  expires_at: '2026-12-05T12:00:00.000Z',
  name: 'Ana Rojas',
  email: 'ana@correo.example',
  phone: '+56911111111',
  identity_type: 'rut' as const,
  meta: { temporal: true },
}
const enter = (session = ana) => sessionStore.getState().apply({ type: 'signed-in', session })

beforeEach(() => {
  enter()
  visitAnswersStore.setState({ user_id: null, said: {}, document: null })
})
afterEach(() => {
  cleanup()
  sessionStore.setState(GUEST)
})

const asked = (forWhom: ForWhom | null, questions = patient, typed: Answers = {}) =>
  renderHook(() => useFormAnswers(questions, typed, forWhom)).result

it('a form that asks for a document is filled in with nobody’s until it is told for whom it is', () => {
  visitAnswersStore.getState().introduced(ana.user_id, { rut: '12345678-5' })
  expect(asked(null).current.answers).toEqual({ fono: ana.phone })
  expect(asked('other').current.answers).toEqual({ fono: ana.phone })
  expect(asked('me').current.answers).toEqual({ fono: ana.phone, paciente: 'Ana Rojas', rut: '12345678-5' })
})

it('a form that asks for no document is filled in at once, and what was typed stands over it', () => {
  const plain = patient.filter(({ id }) => id !== 'rut')
  expect(asked(null, plain).current.answers).toEqual({ fono: ana.phone, paciente: 'Ana Rojas' })
  expect(asked(null, plain, { fono: '+56922222222' }).current.answers).toMatchObject({ fono: '+56922222222' })
})

it('what was answered a minute before is there already, by the question’s own words, in whichever line', () => {
  const first = asked('me')
  act(() => first.current.remember({ paciente: 'Ana R.', rut: '12345678-5', motivo: 'Control' }))
  const elsewhere = [
    question('q1', 'text', '¿cual es el  MOTIVO?'),
    question('q2', 'rut', 'Rut del paciente'),
  ]
  expect(asked('me', elsewhere).current.answers).toEqual({ q1: 'Control', q2: '12345678-5' })
  expect(asked(null, elsewhere).current.answers).toEqual({ q1: 'Control' })
})

it('what was said of another person is proposed for nobody', () => {
  const first = asked('other')
  act(() => first.current.remember({ paciente: 'Elena Soto', rut: '7654321-6', motivo: 'Vacuna' }))
  expect(asked('me').current.answers).toEqual({ fono: ana.phone, paciente: 'Ana Rojas', motivo: 'Vacuna' })
  expect(asked('other').current.answers).toEqual({ fono: ana.phone, motivo: 'Vacuna' })
})

it('told that it is for another one, it keeps what says nothing of who they are', () => {
  const typed = { paciente: 'Ana Rojas', rut: '12345678-5', motivo: 'Control' }
  expect(asked('me', patient, typed).current.typedForAnother()).toEqual({ motivo: 'Control' })
})

it('is nobody else’s: who signs in after them starts with nothing of it', () => {
  const first = asked('me')
  act(() => first.current.remember({ rut: '12345678-5', motivo: 'Control' }))
  enter({ ...ana, user_id: '5b1c0c5e-2222-4222-8222-222222222222', name: 'Luis Soto' })
  expect(asked('me').current.answers).toEqual({ fono: ana.phone, paciente: 'Luis Soto' })
})
