import { setupI18n } from '@lingui/core'
import { expect, it } from 'vitest'
import { heardCode } from '#src/domain/failure-codes.ts'
import { accountFaultText, accountRefusalText, fieldOfRefusal } from '#src/texts/account-texts.ts'
import { formTexts } from '#src/texts/form-texts.ts'

const i18n = setupI18n({ locale: 'es', messages: { es: {} } })
const said = (code: string, message: string | null) =>
  accountRefusalText({ code: heardCode(code), message }, i18n)

it('[AUTH-07] of a refused sign-in or sign-up the server’s own words are shown', () => {
  for (const code of ['wrong-credentials', 'account-exists', 'user-and-password-required'])
    expect(said(code, 'In the server’s words')).toBe('In the server’s words')
})

it('what a server says to developers is shown to nobody, nor what a network says', () => {
  for (const code of ['internal', 'too-many-requests', 'bad-request', 'captcha-used'])
    expect(said(code, 'stack at line 7')).not.toContain('stack')
  expect(said('offline', null)).toBe('No hay conexión. Inténtalo de nuevo cuando vuelva.')
  expect(said('wrong-credentials', null)).toBe('El usuario o la contraseña no coinciden')
})

it('[AUTH-07] each fault is said at its field', () => {
  const fieldOf = (code: string) => fieldOfRefusal({ code: heardCode(code), message: null })
  expect(['account-exists', 'password-too-common', 'wrong-credentials'].map(fieldOf)).toEqual([
    'email',
    'password',
    null,
  ])
  const refusal = { code: 'bad-request' as const, message: 'user: no e-mail', fields: [{ path: 'user' }] }
  expect(fieldOfRefusal(refusal)).toBe('email')
  expect(accountRefusalText(refusal, i18n)).toBe('Debe ingresar un correo válido')
  expect(accountFaultText({ field: 'email', fault: 'invalid' })).toBe(formTexts.email)
  expect(accountFaultText({ field: 'password', fault: 'missing' }).message).toBe('Escribe tu contraseña')
})
