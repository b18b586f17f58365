import { describe, expect, it } from 'vitest'
import { oneEmail } from '#contract/rules/email.ts'

describe('[AUTH-07] the one spelling of an e-mail', () => {
  it.each([
    ['ana@correo.example', 'ana@correo.example'],
    ['  Ana.Rojas+banco@Correo.EXAMPLE ', 'ana.rojas+banco@correo.example'],
    // Letters of double width, of mathematics, and the sign for kelvin, are those that they look like.
    ['ａｎａ@correo.example', 'ana@correo.example'],
    ['𝐚𝐧𝐚@correo.example', 'ana@correo.example'],
    ['\u212Aarla@correo.example', 'karla@correo.example'],
  ])('of %j is %j, and that of the spelling is the spelling', (typed, one) => {
    expect(oneEmail(typed)).toBe(one)
    expect(oneEmail(one)).toBe(one)
  })

  it.each([
    '',
    'ana',
    'ana@',
    '@correo.example',
    'ana@correo',
    'ana rojas@correo.example',
    'аna@correo.example',
    'ana@correo.exаmple',
    'josé@correo.example',
    'ana@correo.example,luis@correo.example',
    'ana@correo.example\nbcc: x@y.cl',
    'ana\u200b@correo.example',
    'ana\u202e@correo.example',
  ])('of %j is none', typed => {
    expect(oneEmail(typed)).toBe(null)
  })
})
