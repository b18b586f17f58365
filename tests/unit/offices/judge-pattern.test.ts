import fc from '#tests/support/fast-check.ts'
import { describe, expect, it } from 'vitest'
import { ANSWER_LENGTH_MAX } from '#contract/limits.ts'
import { judgePattern as judgeWithin } from '#server/offices/pattern/judge-pattern.ts'
import { patternJudge } from '#server/offices/pattern/pattern-judge.ts'

const judgePattern = (pattern: string, longest: number) =>
  judgeWithin(pattern, longest, { left: Number.POSITIVE_INFINITY })

/** So many looks by a plain pattern take some fifty times as long as one by any that is accepted. */
const PLAIN_LOOKS = 100_000

const DANGEROUS = [
  // a repetition in a repetition
  '(a+)+',
  '(a*)*',
  '([a-z]+)*',
  '(\\d+)+',
  '(?:[a-zA-Z]+)*@',
  '^(\\w+\\s?)*$',
  '(\\p{L}+ ?)+',
  '(x+x+)+y',
  '((ab)*)*',
  '([^@]+@?)+',
  '(a{1,50}){1,30}',
  // an alternation that overlaps, repeated
  '(a|a)*',
  '(a|aa)+',
  '(\\w|\\d)*',
  '(.|\\n)*x(.|\\n)*y(.|\\n)*z',
  '([a-c]|[c-e])+',
  // several in a row that take the same
  '.*.*.*',
  '\\d+\\d+\\d+\\d+x',
  '(.*a){20}',
  '.+@.+\\..+',
  // choices that multiply
  '(a?){30}a{30}',
  '((|){30})b',
  '((a?)?){30}b',
  // what cannot be judged from the pattern, or would make the judging itself expensive
  '(?=a)a',
  '(?!a)b',
  '(?<=a)b',
  '(?<!a)b',
  '(a)\\1',
  '(?<x>a)\\k<x>',
  '(?i:a)',
  'a{1,5000}',
  '(\\d{1,500}){1,500}',
  '(){1000000000}b',
]

const HARMLESS = [
  '',
  '[0-9]{4}',
  '[A-Z]{4}-?[0-9]{2}',
  '[A-Z]{2}([A-Z]{2}|[0-9]{2})-?[0-9]{2}',
  '\\d{2}/\\d{2}/\\d{4}',
  '\\d{1,3}(\\.\\d{3})*',
  '\\d+\\.\\d+',
  '\\d+(,\\d{1,2})?',
  '[A-Za-z ]+',
  '[a-z]+( [a-z]+)*',
  "[\\p{L}\\p{M}' .-]+",
  '\\+?\\d{6,15}',
  '(norte|sur|sureste)',
  '(?<letra>[A-K])\\d*',
  '[^<>]*',
  '.{1,1000}',
  '^\\w+$',
  '\\u{1F600}+',
  '\\uD83D\\uDE00?',
]

describe('the judgement of many regular expressions', () => {
  /** Each expensive, and each another one. */
  const tangled = (index: number) => `[a-z]{0,${500 - index}}[a-z0-9]{0,500}`

  it('costs no more than there is to spend, however many there are', () => {
    const work = { left: 3_000_000 }
    const judge = patternJudge(work)
    const spentBy: number[] = []
    for (let index = 0; index < 300; index++) {
      const before = work.left
      expect(judge(tangled(index), ANSWER_LENGTH_MAX)).toMatchObject({ broken: false })
      spentBy.push(before - work.left)
    }
    expect(spentBy[0]).toBeGreaterThan(1_000_000)
    // What lies beyond is looked at by its length, and refused.
    expect(work.left).toBeGreaterThan(-20_000)
    expect(judge('[0-9]{4}', ANSWER_LENGTH_MAX)?.reason).toContain('together')
    // Of what is no regular expression at all it is known without any work.
    expect(judge('[A-Z', ANSWER_LENGTH_MAX)).toMatchObject({ broken: true })
  })

  it('costs nothing where the same was judged before: for answers of the same length', () => {
    const work = { left: 3_000_000 }
    const judge = patternJudge(work)
    expect(judge('\\d*\\d*\\d*x', 12)).toBeNull()
    const { left } = work
    for (let times = 0; times < 10_000; times++) expect(judge('\\d*\\d*\\d*x', 12)).toBeNull()
    expect(work.left).toBe(left)
    expect(judge('\\d*\\d*\\d*x', ANSWER_LENGTH_MAX)).not.toBeNull()
  })
})

describe('the judgement of a regular expression', () => {
  it.each(DANGEROUS)('refuses %s', pattern => {
    expect(judgePattern(pattern, ANSWER_LENGTH_MAX)).toMatchObject({ broken: false })
  })

  it.each(HARMLESS)('accepts %s', pattern => {
    expect(judgePattern(pattern, ANSWER_LENGTH_MAX)).toBeNull()
  })

  it.each(['[A-Z', 'a)|(b', '\\', 'a{2,1}', '(?<x', '*'])('calls %s no regular expression', pattern => {
    expect(judgePattern(pattern, ANSWER_LENGTH_MAX)).toMatchObject({ broken: true })
  })

  it('minds how long an answer may be: what is slow on a thousand characters may be quick on twenty', () => {
    const pattern = '\\d*\\d*\\d*x'
    expect(judgePattern(pattern, ANSWER_LENGTH_MAX)).not.toBeNull()
    expect(judgePattern(pattern, 12)).toBeNull()
  })

  /** Patterns of a few letters, where almost everything overlaps. */
  const pattern = fc.letrec<{ node: string }>(tie => ({
    node: fc.oneof(
      { depthSize: 'small' },
      fc.constantFrom('a', 'b', '[ab]', '.', '\\w', '[^b]', 'c'),
      fc.tuple(tie('node'), tie('node')).map(([a, b]) => `${a}${b}`),
      fc.tuple(tie('node'), tie('node')).map(([a, b]) => `(?:${a}|${b})`),
      fc
        .tuple(tie('node'), fc.constantFrom('*', '+', '?', '{2}', '{0,3}', '{2,}', '*?', '{1,9}'))
        .map(([node, many]) => `(?:${node})${many}`),
    ),
  })).node

  it('is sound: what it accepts no text makes slow', () => {
    const text = fc.oneof(
      fc.constantFrom('a', 'b', 'ab', 'ba', 'aab', 'abc').map(unit => `${unit.repeat(400)}!`),
      // Drawn letter by letter it would take longer than all that it is for.
      fc
        .uint8Array({ minLength: 200, maxLength: 1_000 })
        .map(bytes => [...bytes].map(byte => 'abc'[byte % 3]).join('')),
    )
    // The processor's time: a machine with other work to do makes no pattern slow.
    const cpuOf = (work: () => void) => {
      const began = process.threadCpuUsage()
      work()
      return process.threadCpuUsage(began).user
    }
    const longest = 'abc'.repeat(ANSWER_LENGTH_MAX).slice(0, ANSWER_LENGTH_MAX)
    const plain = cpuOf(() => {
      for (let times = 0; times < PLAIN_LOOKS; times++) /^[abc]*!$/u.test(longest)
    })
    const accepted = pattern.filter(source => judgePattern(source, ANSWER_LENGTH_MAX) === null)
    fc.assert(
      fc.property(accepted, fc.array(text, { minLength: 4, maxLength: 4 }), (source, texts) => {
        const whole = new RegExp(`^(?:${source})$`, 'u')
        for (const one of texts) {
          // A pattern that explodes would not end before the sun does.
          expect(cpuOf(() => whole.test(one.slice(0, ANSWER_LENGTH_MAX)))).toBeLessThan(plain)
        }
      }),
      { numRuns: 150 },
    )
  })
})
