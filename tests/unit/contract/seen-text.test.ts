import fc from '#tests/support/fast-check.ts'
import { describe, expect, it } from 'vitest'
import * as v from 'valibot'
import { answers } from '#contract/rest/forms.ts'
import { lettersOnly } from '#contract/rules/person-name.ts'
import { isSeen, seenText } from '#contract/rules/seen-text.ts'
import { text } from '#server/offices/file/entry-words.ts'

/** Of direction, without width, fillers, controls: what a name or an answer could hide or turn round with. */
const UNSEEN = [
  '\u200b',
  '\u200c',
  '\u200d',
  '\u2060',
  '\ufeff',
  '\u00ad',
  '\u180e',
  '\u034f',
  '\u200e',
  '\u200f',
  '\u061c',
  '\u202a',
  '\u202b',
  '\u202c',
  '\u202d',
  '\u202e',
  '\u2066',
  '\u2067',
  '\u2068',
  '\u2069',
  '\u2028',
  '\u2029',
  '\u2800',
  '\u115f',
  '\u1160',
  '\u3164',
  '\uffa0',
  '\u0000',
  '\u0007',
  '\u001b',
  '\u{e0041}',
]
const MARKS = ['\u0301', '\u0308', '\u0337', '\u20dd', '\u0e31']
const SEEN = ['A', 'ñ', 'é', '7', ' ', '.', '☎', '日', 'ע', '😀', '\n', '\t']

const part = fc.constantFrom(...UNSEEN, ...MARKS, ...SEEN)
const written = fc.array(part, { maxLength: 40 }).map(parts => parts.join(''))

describe('what somebody writes', () => {
  it('is shown without what is not seen, with at most two marks on a letter, and nothing else is touched', () => {
    fc.assert(
      fc.property(written, given => {
        const shown = seenText(given)
        expect(UNSEEN.filter(sign => shown.includes(sign))).toEqual([])
        expect(shown).not.toMatch(/\p{M}{3}/u)
        const letters = (of: string) => Array.from(of).filter(sign => SEEN.includes(sign))
        expect(letters(shown)).toEqual(letters(given))
        expect(seenText(shown)).toBe(shown)
        expect(isSeen(shown)).toBe(true)
      }),
    )
  })

  it.each(['Zoë Ñuñoa', "O'Higgins D.", 'Nguyễn Thị Ánh', 'Ana-María', '李娜'])(
    'a name stays as it is: %s',
    name => {
      for (const form of ['NFC', 'NFD'] as const) {
        expect(seenText(name.normalize(form))).toBe(name.normalize(form))
        expect(name.normalize(form)).toMatch(lettersOnly)
      }
    },
  )

  it('[FORM-01] a name with anything unseen in it is none, wherever it stands', () => {
    for (const sign of UNSEEN)
      for (const name of [sign, `${sign}Ana`, `An${sign}a`, `Ana Rojas${sign}`])
        expect([JSON.stringify(name), lettersOnly.test(name)]).toEqual([JSON.stringify(name), false])
  })

  it('[FORM-01] marks alone are no name, nor are heaps of them on a letter', () => {
    for (const name of [...MARKS, MARKS.join(''), ` ${MARKS[0]}`, `A${MARKS.join('')}`, `-${MARKS[0]}`])
      expect([JSON.stringify(name), lettersOnly.test(name)]).toEqual([JSON.stringify(name), false])
    // One that turns the text round needs no mark of direction: the letters of a name keep to themselves.
    expect('שלום').toMatch(lettersOnly)
  })

  it('an answer comes to the desk as it is seen, by whichever way it was sent', () => {
    fc.assert(
      fc.property(written, given => {
        expect(v.parse(answers, { nota: given })).toEqual({ nota: seenText(given) })
      }),
    )
    expect(v.parse(answers, { nota: 'paga \u202e0001$\u202c hoy' })).toEqual({ nota: 'paga 0001$ hoy' })
  })

  it('what an office writes is refused with it, and the reason named', () => {
    for (const sign of UNSEEN) expect(v.safeParse(text(80), `Caja${sign} 1`).success).toBe(false)
    expect(v.safeParse(text(80), 'Caja 1 · Ñuñoa').success).toBe(true)
    expect(v.safeParse(text(80), 'Ca\u200bja').issues?.[0].message).toContain('not seen')
  })
})
