import { safeParse } from 'valibot'
import { describe, expect, it } from 'vitest'
import { FORM_LIMITS } from '#contract/limits.ts'
import type { Question } from '#contract/rest/forms.ts'
import { temporaryLogin } from '#contract/rest/login.ts'
import { faultsOf as answerFaults } from '#contract/rules/form-answers.ts'
import { phoneDigits } from '#contract/rules/phone.ts'
import {
  contactOf,
  documentOf,
  emptyPerson,
  type PersonDraft,
  personFaults,
} from '#src/domain/person-draft.ts'
import fc from '#tests/support/fast-check.ts'

const ximena: PersonDraft = {
  name: "Ximena Ñuñoa-O'Higgins",
  email: 'ximena@correo.example',
  phone: '+56 9 1234 5678',
  identityType: 'rut',
  identity: '12.345.678-5',
  acceptsPolicy: true,
}
const faultsOf = (change: Partial<PersonDraft>) => personFaults({ ...ximena, ...change })

describe('a temporary user’s form', () => {
  it('[TEMP-01] is content with name, e-mail, phone and a rut, or a dni', () => {
    expect(faultsOf({})).toEqual([])
    expect(faultsOf({ identityType: 'dni', identity: 'AB-12345' })).toEqual([])
  })

  it('[TEMP-01] wants all of it, and names the faults in the order of the fields', () => {
    expect(personFaults(emptyPerson)).toEqual(['name', 'identity', 'phone', 'email', 'policy'])
  })

  it.each([
    ['digits', 'Ximena 2'],
    ['nothing but blanks', '   '],
    [`more than ${FORM_LIMITS.name} letters`, 'x'.repeat(FORM_LIMITS.name + 1)],
  ])('[FORM-01] refuses a name with %s', (_, name) => {
    expect(faultsOf({ name })).toEqual(['name'])
  })

  it('[FORM-01] takes a name of exactly the limit, and letters of any language', () => {
    expect(faultsOf({ name: 'x'.repeat(FORM_LIMITS.name) })).toEqual([])
    expect(faultsOf({ name: 'Zoë Łukasz 李' })).toEqual([])
  })

  it.each(['ximena', 'ximena@correo', '@correo.cl', 'a b@correo.cl', `${'x'.repeat(60)}@correo.cl`])(
    '[FORM-01] refuses the e-mail «%s»',
    email => {
      expect(faultsOf({ email })).toEqual(['email'])
    },
  )

  it.each(['', '12345', 'nueve uno dos tres', '1234567890123456', '12+345678'])(
    '[FORM-03] refuses the telephone «%s»',
    phone => {
      expect(faultsOf({ phone })).toEqual(['phone'])
    },
  )

  it('[FORM-01] reads a telephone as it is written on paper', () => {
    expect(phoneDigits('+56 (9) 1234-5678')).toBe('+56912345678')
    expect(faultsOf({ phone: '(2) 2345.6789' })).toEqual([])
  })

  it.each([
    ['12345678-5', true],
    ['12.345.678-5', true],
    ['123456785', true],
    ['10000013-K', true],
    ['10000013-k', true],
    ['12345678-4', false],
    ['12345678-K', false],
    ['-', false],
    ['', false],
  ])('[FORM-05] holds the rut «%s» against its check digit: %s', (identity, isRight) => {
    expect(faultsOf({ identity })).toEqual(isRight ? [] : ['identity'])
  })

  it('[FORM-03] checks a dni by its form, not as a rut', () => {
    expect(faultsOf({ identityType: 'dni', identity: '12345678-4' })).toEqual([])
    for (const identity of ['1234', 'x'.repeat(21), 'AB 12345', ''])
      expect(faultsOf({ identityType: 'dni', identity })).toEqual(['identity'])
  })

  it.each([
    ['phone', 'tel', '\u202a+56 9 1234 5678\u202c', 'from a list of contacts'],
    ['phone', 'tel', '+56\u00a09\u20111234\u20135678', 'from a web page'],
    ['phone', 'tel', '(+56) 9.1234/5678', 'as it stands on a card'],
    ['identity', 'rut', '12.345.678\u20115', 'from a PDF'],
    ['identity', 'rut', '\u206612345678\u20135\u2069', 'with a long dash'],
    ['identity', 'rut', '12.345.678\u22125', 'with a minus'],
    ['name', 'name', 'D\u2019Angelo O\u2019Higgins', 'as a phone writes it'],
    ['name', 'name', '\u200bAna\u00a0Rojas\u2010Pérez\u200e', 'from a document'],
    ['email', 'email', '\u200eximena@correo.example\ufeff', 'from a list of contacts'],
  ] as const)(
    '[FORM-01] takes in %s and in an answer of type %s «%s», %s',
    (field, fieldType, typed, _from) => {
      expect(faultsOf({ [field]: typed })).toEqual([])
      const question = { id: 'asked', fieldType, required: true, active: true, limit: null } as Question
      expect(answerFaults([{ ...question, validCharacter: null }], { asked: typed })).toEqual([])
    },
  )

  it('[FORM-03] takes a dni whose dash was made a longer one, and sends the plain one', () => {
    const copied = { ...ximena, identityType: 'dni', identity: '\u202aAB\u201312345\u202c' } as const
    expect(personFaults(copied)).toEqual([])
    expect(documentOf(copied)).toEqual({ dni: 'AB-12345' })
  })

  it.each([
    'josé@gmail.com',
    'juan.@gmail.com',
    'o’neil@x.ie',
    'ana@correo.c',
    'ana@-correo.cl',
    'аna@correo.cl',
  ])(
    '[FORM-01] says of the e-mail «%s» what the server would: before anybody proves that they are one',
    email => {
      expect(faultsOf({ email })).toEqual(['email'])
    },
  )

  it('[TEMP-01] lets nothing pass that the server refuses', () => {
    const odd = (...texts: string[]) =>
      fc.array(fc.constantFrom(...texts), { maxLength: 9 }).map(parts => parts.join(''))
    const typed = fc.record({
      name: odd('Ana', 'D', '’', "'", ' ', '\u00a0', '\u200b', 'ñ', '-', '2', '\u0301'),
      email: odd(
        'ana',
        'x'.repeat(30),
        '.',
        '@',
        '@',
        'correo',
        '.cl',
        '_',
        '-',
        'é',
        "'",
        '\u200e',
        '+',
        'ａ',
        'ﬁ',
      ),
      phone: odd('+56', '912', '345', '67', '(', ')', '\u202a', '-', '–', '/', 'x'),
      identity: odd('12', '.345', '.678', '-5', '–', 'AB', '\u200b', ' ', '12345678', '-5'),
      identityType: fc.constantFrom('rut' as const, 'dni' as const),
    })
    let passed = 0
    fc.assert(
      fc.property(typed, change => {
        for (const field of Object.keys(change) as (keyof typeof change)[]) {
          const person = { ...ximena, [field]: change[field] }
          if (personFaults(person).length > 0) continue
          passed++
          const sent = { ...contactOf(person), ...documentOf(person) }
          const proof = { captchaToken: 'proven', sessionId: '00000000-0000-4000-8000-000000000000' }
          expect([sent, safeParse(temporaryLogin, { ...proof, ...sent }).issues]).toEqual([sent, undefined])
        }
      }),
      { numRuns: 2_000 },
    )
    expect(passed).toBeGreaterThan(500)
  })

  it('[FORM-04] goes nowhere before the policy is accepted', () => {
    expect(faultsOf({ acceptsPolicy: false })).toEqual(['policy'])
  })
})
