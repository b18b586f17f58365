import { describe, expect, it } from 'vitest'
import type { Question } from '#contract/rest/forms.ts'
import { EMPTY_DRAFT } from '#src/domain/reservation-draft.ts'
import { doneSteps, stepsOf } from '#src/screens/book/book-steps.ts'
import { prefilledAnswers } from '#src/screens/questions/prefilled-answers.ts'
import { leadsBackToTimes } from '#src/screens/times/leads-back-to-times.ts'
import { offerOf } from '#src/screens/times/line-offer.ts'
import { stepAt } from '#src/screens/times/step-at.ts'

const block = { from: '2026-11-24T12:30:00Z', to: '2026-11-24T13:00:00Z' }

describe('the questions of a booking', () => {
  it('[RES-01] asks how only where a line gives the choice', () => {
    expect(stepsOf(['in-person', 'video'])).toEqual(['modality', 'date', 'time', 'data', 'confirm'])
    expect(stepsOf(['video'])).toEqual(['date', 'time', 'data', 'confirm'])
  })

  it.each([
    ['nothing is answered', {}, false, 'confirm', 'modality'],
    ['the address asks for an earlier one', { modality: 'video', day: '2026-11-24' }, false, 'date', 'date'],
    ['the hour is missing', { modality: 'video', day: '2026-11-24' }, true, 'confirm', 'time'],
    ['the form is not filled in', { modality: 'video', day: '2026-11-24', block }, false, 'confirm', 'data'],
    ['all is answered', { modality: 'video', day: '2026-11-24', block }, true, 'confirm', 'confirm'],
    ['the address asks for none', { modality: 'video', day: '2026-11-24', block }, true, null, 'modality'],
    ['the address asks for nonsense', { modality: 'video' }, false, 'pago', 'modality'],
  ] as const)('where %s', (_case, answered, isDataDone, asked, step) => {
    const steps = stepsOf(['in-person', 'video'])
    const done = doneSteps({ ...EMPTY_DRAFT, ...answered }, isDataDone)
    expect(stepAt(asked, steps, done)).toBe(step)
  })

  it('knows which refusals another hour mends', () => {
    const codes = ['1007', '4016', 'reserve-in-the-past', 'reserve-invalid', 'reserve-already-exists']
    expect(codes.every(leadsBackToTimes)).toBe(true)
    expect(['1002', '1005', '1006', '4010', 'user-have', 'internal'].some(leadsBackToTimes)).toBe(false)
  })

  it('finds what may be booked in a line, and nothing where it takes no reservations', () => {
    const settings = {
      office: 'notaria-norte',
      time_zone: 'America/Santiago',
      one_per: null,
      lines: [
        {
          line_id: 7,
          slug: 'poderes',
          name: 'Poderes',
          modalities: ['in-person' as const],
          minutes: 30,
          last_day: '2026-12-24',
          confirm_minutes: null,
        },
      ],
    }
    expect(offerOf(settings, 'poderes')).toMatchObject({ line: { id: 7 }, lastDay: '2026-12-24' })
    expect(offerOf(settings, 'firmas')).toBeNull()
  })
})

describe('what is known of a person', () => {
  const question = (id: string, change: Partial<Question>): Question => ({
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
    question('nombre', { fieldType: 'name', limit: 32 }),
    question('fono', { fieldType: 'tel' }),
    question('rut', { fieldType: 'rut' }),
    question('retirada', { fieldType: 'email', active: false }),
  ]

  it('[FORM-01] fills in what the form asks of it, over nothing that was typed', () => {
    const person = { name: 'Ximena Ñuñoa', tel: '+56912345678', email: 'x@correo.example', rut: null }
    expect(prefilledAnswers(questions, { fono: '222' }, person)).toEqual({
      nombre: 'Ximena Ñuñoa',
      fono: '222',
    })
  })

  it('leaves out what is longer than may be answered', () => {
    expect(prefilledAnswers(questions, {}, { name: 'X'.repeat(33) })).toEqual({})
  })
})
