import { describe, expect, it } from 'vitest'
import { FORM_LIMITS } from '#contract/limits.ts'
import { emptyPerson, type PersonDraft, personFaults, phoneDigits } from '#src/domain/person-draft.ts'

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

  it('[FORM-04] goes nowhere before the policy is accepted', () => {
    expect(faultsOf({ acceptsPolicy: false })).toEqual(['policy'])
  })
})
