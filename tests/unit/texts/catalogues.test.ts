import { describe, expect, it } from 'vitest'
import { spanishWords } from '#tests/support/spanish-words.ts'

/** As lingui compiles it: text, `#`, a value by its name, or a value with what becomes of it. */
type Token =
  | string
  | [name: string]
  | [name: string, format: string, options?: Record<string, Token[] | number>]
type Catalogue = Record<string, string | Token[]>

const files = import.meta.glob<{ messages: Catalogue }>('../../../locales/*/*.po', { eager: true })
const catalogue = (language: string, part: string): Catalogue =>
  files[`../../../locales/${language}/${part}.po`]?.messages ?? {}

/**
 * What a sentence must keep in every language: its values, how they are counted, and the tags around its
 * words.
 */
function bonesOf(message: string | Token[]): string[] {
  const tokens = typeof message === 'string' ? [message] : message
  const bones = tokens.flatMap((token): string[] => {
    if (typeof token === 'string') return token === '#' ? ['#'] : (token.match(/<\/?\d+\/?>/g) ?? [])
    const [name, format = 'value', options = {}] = token
    const branches = Object.entries(options).flatMap(([branch, words]) =>
      typeof words === 'number'
        ? []
        : [`${name} ${branch}`, ...bonesOf(words).map(bone => `${branch}: ${bone}`)],
    )
    return [`${name} ${format}`, ...branches]
  })
  return bones.sort()
}

/** What is read of a sentence, its branches too. */
const wordsOf = (message: string | Token[]): string =>
  typeof message === 'string'
    ? message
    : message
        .map(token => {
          if (typeof token === 'string') return token
          const branches = Object.values(token[2] ?? {})
          return branches.map(branch => (typeof branch === 'number' ? '' : wordsOf(branch))).join(' ')
        })
        .join(' ')

/** Every part that there is: one that is added is judged as well. */
const parts = [...new Set(Object.keys(files).map(file => file.replace(/.*\/|\.po$/g, '')))]

/**
 * A second word for what has one already, or one that says something else: the booking that is a reservation
 * on the next screen, the password that is the number of the line.
 */
const RIVALS = {
  en: /reservation|appointment|working day|commune|thaw|canceled|\bemail\b|\bnotices?\b/i,
  pt: /escritório|unidade|município|agência retirou|\b(?:tirar|tire) (?:outra|senhas?)\b|senha (?:é conhecida|atual|precisa)|senhas errad|«/i,
}

describe.each(parts)('the sentences of %s.po', part => {
  const spanish = catalogue('es', part)

  it.each(['en', 'pt'])(
    '[I18N-01] in %s name the same values, count the same things and keep their tags',
    language => {
      const translated = catalogue(language, part)
      expect(Object.keys(spanish).length).toBeGreaterThan(0)
      for (const [id, message] of Object.entries(spanish))
        expect(bonesOf(translated[id] ?? ''), JSON.stringify(message)).toEqual(bonesOf(message))
    },
  )

  it.each(['en', 'pt'] as const)('[HAND-04] in %s have no word that only Spanish has', language => {
    const spanishWordsOf = spanishWords(language)
    const sentences = Object.values(spanish)
    // In Spanish there are many.
    expect(sentences.flatMap(message => spanishWordsOf(wordsOf(message))).length).toBeGreaterThan(
      sentences.length / 3,
    )
    for (const message of Object.values(catalogue(language, part)))
      expect(spanishWordsOf(wordsOf(message)), wordsOf(message)).toEqual([])
  })
  it.each(['en', 'pt'] as const)('[HAND-04] in %s call one thing by one word', language => {
    for (const message of Object.values(catalogue(language, part)))
      expect(wordsOf(message)).not.toMatch(RIVALS[language])
  })
})
