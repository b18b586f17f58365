import { describe, expect, it } from 'vitest'
import { spokenCall } from '#src/wall/spoken-call.ts'
import { wordsIn } from '#src/wall/wall-words.ts'

describe('what is called out', () => {
  it.each([
    ['es', 'Módulo 3', 'Número A 0 4 2, módulo 3'],
    ['es', 'Caja 4', 'Número A 0 4 2, Caja 4'],
    ['en', '3', 'Number A 0 4 2, desk 3'],
    ['pt', 'Guichê 3', 'Senha A 0 4 2, guichê 3'],
  ] as const)('[WALL-01] in %s, at “%s”: letter by letter and digit by digit', (language, modulo, said) => {
    expect(spokenCall({ ticket: 'A042', modulo }, wordsIn(language))).toBe(said)
  })
})
