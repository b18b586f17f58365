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
const remembers = (form: ReturnType<typeof asked>, answers: Answers) =>
  act(() => form.current.remember(answers))

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
  const fono = '+56922222222'
  act(() => first.current.remember({ paciente: 'Elena Soto', rut: '7654321-6', fono, motivo: 'Vacuna' }))
  expect(asked('me').current.answers).toEqual({ fono: ana.phone, paciente: 'Ana Rojas', motivo: 'Vacuna' })
  expect(asked('other').current.answers).toEqual({ fono: ana.phone, motivo: 'Vacuna' })
})

it('of what was typed where nobody said for whom, nothing is proposed as one’s own', () => {
  visitAnswersStore.getState().introduced(ana.user_id, { rut: '12345678-5' })
  const mothers = { paciente: 'Elena Soto', rut: '7654321-6', fono: '+56922222222', motivo: 'Vacuna' }
  remembers(asked(null), mothers)
  const own = { fono: ana.phone, paciente: 'Ana Rojas', rut: '12345678-5', motivo: 'Vacuna' }
  expect(asked('me').current.answers).toEqual(own)
  // Whoever comes back and leaves it open once more has kept no more of hers.
  remembers(asked(null), mothers)
  expect(asked('me').current.answers).toEqual(own)
  expect(asked(null).current.answers).toEqual({ fono: ana.phone, motivo: 'Vacuna' })
})

it('without a document of one’s own that is known, what nobody said for whom is no one’s either', () => {
  for (const rut of ['7654321-6', '']) {
    remembers(asked(null), { paciente: 'Elena Soto', rut, motivo: 'Vacuna' })
    expect(asked('me').current.answers).toEqual({ fono: ana.phone, paciente: 'Ana Rojas', motivo: 'Vacuna' })
  }
})

it('where the document typed is one’s own, it is for oneself: however it is written, wherever it was told', () => {
  const typed = { paciente: 'Ana R.', rut: '12.345.678-5', fono: '+56922222222', motivo: 'Control' }
  visitAnswersStore.getState().introduced(ana.user_id, { rut: '12345678-5' })
  remembers(asked(null), typed)
  expect(asked('me').current.answers).toEqual(typed)

  visitAnswersStore.setState({ user_id: null, said: {}, document: null })
  remembers(asked('me'), { rut: '12345678-5' })
  remembers(asked(null), typed)
  expect(asked('me').current.answers).toEqual(typed)
})

it('a form that asks for one’s own document and for another one’s is not only for oneself', () => {
  const both = [...patient, question('acompanado', 'dni', 'DNI del acompañado')]
  visitAnswersStore.getState().introduced(ana.user_id, { rut: '12345678-5' })
  remembers(asked(null, both), { rut: '12345678-5', acompanado: 'AB12345' })
  expect(asked('me', both).current.answers).not.toHaveProperty('acompanado')
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
