import { describe, expect, it } from 'vitest'
import type { WaitRange } from '#contract/rest/offices.ts'
import { lineWords, wordsIn } from '#src/wall/wall-words.ts'

const line = { line_id: 1, name: 'Firmas', waiting: 6, frozen: false }
const said = (wait: WaitRange | null, more = {}, language: 'es' | 'en' | 'pt' = 'es') =>
  lineWords(wordsIn(language), { ...line, wait, ...more })

describe('what the wall says of a line', () => {
  it('[WAIT-03] is one figure where the past of the line bears it out, and else the range', () => {
    expect(said({ from: 18, to: 34, about: 25, holds: 80 })).toBe('6 esperan · unos 25 min')
    expect(said({ from: 18, to: 34, about: 25, holds: 80 }, {}, 'en')).toBe('6 wait · about 25 min')
    expect(said({ from: 18, to: 34 })).toBe('6 esperan · 18–34 min')
    expect(said({ from: 7, to: 7 })).toBe('6 esperan · unos 7 min')
  })

  it('never says that it takes no minutes while somebody waits', () => {
    expect(said({ from: 0, to: 2, about: 0, holds: 80 })).toBe('6 esperan · 0–2 min')
    expect(said({ from: 0, to: 0 })).toBe('6 esperan · menos de 1 min')
    expect(said(null)).toBe('6 esperan')
  })

  it('is that nobody waits, or that it gives no numbers', () => {
    expect(said({ from: 0, to: 0, now: true }, { waiting: 0 })).toBe('Nadie espera')
    expect(said({ from: 1, to: 9 }, { frozen: true })).toBe('No da números por ahora')
  })
})
