import fc from '#tests/support/fast-check.ts'
import { describe, expect, it } from 'vitest'
import { LINES_CACHE_MS, OFFICES_CACHE_MS } from '#contract/limits.ts'
import { LANGUAGES as CONTRACT_LANGUAGES } from '#contract/primitives.ts'
import { DEFAULT_PREFERENCES as CONTRACT_PREFERENCES } from '#contract/rest/login.ts'
import { DEFAULT_PREFERENCES } from '#src/domain/default-preferences.ts'
import { firstLanguage, LANGUAGES } from '#src/domain/languages.ts'
import { randomLife } from '#src/domain/random-life.ts'
import { retryDelay } from '#src/domain/retry-delay.ts'
import { loadsOffices, readUrlParameters } from '#src/domain/url-parameters.ts'

describe("the address's parameters", () => {
  it('[SHELL-06] itemsToHide names known items; what it does not know it ignores', () => {
    expect(readUrlParameters('?itemsToHide=backArrow,%20bottomNav,nonsense,backArrow').itemsToHide).toEqual([
      'backArrow',
      'bottomNav',
    ])
    expect(readUrlParameters('').itemsToHide).toEqual([])
  })

  it('[SHELL-07] marketing parameters are kept as customer params, to the letter of their names', () => {
    const query =
      'utm_source=a&utm_medium=b&utm-campaign=c&utm_content=d&utm_term=e&fbclid=f&mktdata=g&utm_id=h&x=y'
    expect(readUrlParameters(query).customerParams).toEqual({
      utm_source: 'a',
      utm_medium: 'b',
      'utm-campaign': 'c',
      utm_content: 'd',
      utm_term: 'e',
      fbclid: 'f',
      mktdata: 'g',
    })
  })

  it('[SHELL-07] with any of them, offices are not loaded', () => {
    expect(loadsOffices(readUrlParameters('?mktdata=1').customerParams)).toBe(false)
    expect(loadsOffices(readUrlParameters('?mktdata=').customerParams)).toBe(true)
    expect(loadsOffices({})).toBe(true)
  })

  it('a value that the server would refuse is shortened', () => {
    expect(readUrlParameters(`utm_term=${'x'.repeat(400)}`).customerParams.utm_term).toHaveLength(256)
  })
})

it('[OFF-03] a life is random, and within its limits', () => {
  expect(randomLife(LINES_CACHE_MS, 0)).toBe(60_000)
  expect(randomLife(OFFICES_CACHE_MS, 0.999_999)).toBeLessThanOrEqual(30 * 60_000)
  fc.assert(
    fc.property(fc.double({ min: 0, max: 0.999_999, noNaN: true }), fraction => {
      const life = randomLife(OFFICES_CACHE_MS, fraction)
      return life >= 10 * 60_000 && life <= 30 * 60_000
    }),
  )
})

it('[CHAN-07] delays grow, are spread, and stop growing', () => {
  const pace = { firstMs: 1_000, longestMs: 30_000 }
  expect([1, 2, 3, 4].map(tries => retryDelay(tries, 0.5, pace))).toEqual([1_000, 2_000, 4_000, 8_000])
  expect([0, 0.999].map(fraction => retryDelay(1, fraction, pace))).toEqual([500, 1_499])
  fc.assert(
    fc.property(fc.nat(10_000), fc.double({ min: 0, max: 0.999, noNaN: true }), (tries, fraction) => {
      const delay = retryDelay(tries + 1, fraction, pace)
      return delay >= 500 && delay <= 30_000
    }),
  )
})

it("the domain's own lists are the contract's", () => {
  expect(LANGUAGES).toEqual(CONTRACT_LANGUAGES)
  expect(DEFAULT_PREFERENCES).toEqual(CONTRACT_PREFERENCES)
  expect(firstLanguage(null, [])).toBe('es')
  expect(['pt', 'fr', null].map(chosen => firstLanguage(chosen, ['en']))).toEqual(['pt', 'en', 'en'])
})
