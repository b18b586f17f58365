import { describe, expect, it } from 'vitest'
import { isCommonPassword } from '#server/accounts/common-passwords.ts'

describe('a password that is among the first to be tried', () => {
  it.each([
    [
      'a word',
      ['password', 'Contraseña', 'contrasena', 'bienvenido', 'TeQuieroMucho', 'sunshine', 'flamengo'],
    ],
    [
      'a word with digits and signs',
      ['password1', 'Clave123!', 'hola1234', '123abuela', 'Chile2024', '¡Amor2023!'],
    ],
    ['a word in other signs', ['p4ssw0rd', 'P@$$w0rd', 'c0ntr4s3n4', 'M4r14Jos3', '4m0r3s123']],
    ['two words', ['colocolocampeon', 'vivachile18', 'juanpablo2', 'mariajose2010', 'amoramor']],
    [
      'keys in a row',
      ['qwertyuiop', 'asdfghjk', '1q2w3e4r', '1qaz2wsx', 'QAZwsxEDC', 'poiuytre', '1234qwer'],
    ],
    ['counting', ['12345678', '87654321', '123456789012', 'abcdefgh', '1234567890!']],
    ['repeated', ['aaaaaaaa', '12121212', 'abcabcabc', '1111111111', 'asdasdasd']],
    ['a day', ['18091810', '1810-09-18', '01/02/1990', '19900201', '1.2.1990', '20240131']],
  ])('%s', (_what, passwords) => {
    expect(passwords.filter(password => !isCommonPassword(password))).toEqual([])
  })

  it('and one that is not', () => {
    const good = [
      'tren verde a Llolleo',
      'correcto caballo bateria grapa',
      'mi perro come a las siete',
      'x7#Kq9!vTz',
      'vacaciones en el lago Ranco',
      'Pancho compra 3 paltas',
      '569837261049',
    ]
    expect(good.filter(isCommonPassword)).toEqual([])
  })

  it('is found at once, however long it is', () => {
    for (const text of ['a', 'ab', 'clave', '1q', '1', 'á', '!']) isCommonPassword(text.repeat(128))
  })
})
