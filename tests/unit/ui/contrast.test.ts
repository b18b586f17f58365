import { describe, expect, it } from 'vitest'
import { CATEGORIES, DEFAULT_CATEGORY_COLOUR } from '#contract/categories.ts'
import { readableOn } from '#src/ui/readable-on.ts'
import { contrast, luminanceOf, luminanceOfHex, type Scheme } from './token-colours.ts'

const WORDS: [text: string, on: string][] = [
  ...['paper', 'card', 'sunken'].flatMap(on => [
    ['ink', on] as [string, string],
    ['ink-soft', on] as [string, string],
    ['press', on] as [string, string],
    ['ok', on] as [string, string],
    ['almost', on] as [string, string],
    ['loss', on] as [string, string],
  ]),
  ['press-ink', 'press'],
  ['press-ink', 'press-over'],
  ['press-soft-ink', 'press-soft'],
  ['press-soft-ink', 'press-soft-over'],
  ['press-soft-ink', 'card'],
  ['ink', 'press-soft'],
  ['ink-soft', 'press-soft'],
  ['ok', 'press-soft'],
  ['almost', 'press-soft'],
  ['ok', 'ok-soft'],
  ['ink', 'ok-soft'],
  ['almost', 'almost-soft'],
  ['ink-soft', 'almost-soft'],
  ['loss', 'loss-soft'],
  ['ink', 'loss-soft'],
  ['loss-ink', 'loss'],
  ['loss-ink', 'loss-over'],
  ['brand-ink', 'brand'],
]

/** Number, wait and module: read from afar, in the sun. */
const LARGE_AND_URGENT: [text: string, on: string][] = [
  ['ink', 'card'],
  ['ink', 'paper'],
  ['ink', 'almost-soft'],
  ['turn-ink', 'turn'],
  ['turn', 'turn-ink'],
]

/** What is not a word but must be found: edges of fields, the ring of the focus, marks and figures. */
const SIGNS: [sign: string, on: string][] = [
  ['edge', 'paper'],
  ['edge', 'card'],
  ['focus', 'paper'],
  ['focus', 'card'],
  ['press', 'sunken'],
]

describe.each<Scheme>(['light', 'dark'])('colours in the %s scheme', scheme => {
  const ratio = ([one, other]: [string, string]) =>
    contrast(luminanceOf(one, scheme), luminanceOf(other, scheme))

  it.each(WORDS)('reads %s on %s at 4.5:1', (text, on) => {
    expect(ratio([text, on])).toBeGreaterThanOrEqual(4.5)
  })

  it.each(LARGE_AND_URGENT)('reads the number, %s on %s, at 7:1', (text, on) => {
    expect(ratio([text, on])).toBeGreaterThanOrEqual(7)
  })

  it.each(SIGNS)('finds %s on %s at 3:1', (sign, on) => {
    expect(ratio([sign, on])).toBeGreaterThanOrEqual(3)
  })
})

describe('the ink on a brand colour', () => {
  const colours = [...CATEGORIES.map(category => category.colour), DEFAULT_CATEGORY_COLOUR]

  it.each(colours)('reads on %s at 4.5:1', colour => {
    expect(contrast(luminanceOfHex(readableOn(colour)), luminanceOfHex(colour))).toBeGreaterThanOrEqual(4.5)
  })

  it('is white on every category, as the cards are drawn', () => {
    expect(new Set(colours.map(readableOn))).toEqual(new Set(['#ffffff']))
  })

  it('turns black on a light colour, and reads at 4.5:1 on every grey between', () => {
    expect(readableOn('#ffd400')).toBe('#000000')
    for (let level = 0; level < 256; level += 1) {
      const grey = `#${level.toString(16).padStart(2, '0').repeat(3)}`
      expect(contrast(luminanceOfHex(readableOn(grey)), luminanceOfHex(grey))).toBeGreaterThanOrEqual(4.5)
    }
  })
})
