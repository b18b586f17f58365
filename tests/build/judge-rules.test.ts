import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { isProven, judgeRules, keptIds, rulesOf } from '../../scripts/judge-rules.ts'
import { LACKING, type RanTest } from '../../scripts/whole-run.ts'

const RULES = [
  { id: 'TKT-01', text: 'A number is taken.' },
  { id: 'TKT-02', text: 'It is called.' },
]
const test = (title: string, outcome: RanTest['outcome'] = 'passed', suite = 'a number'): RanTest => ({
  file: 'tests/unit/a.test.ts',
  names: [suite, title],
  outcome,
})
const proven = (tests: RanTest[]) =>
  judgeRules(RULES, [], tests)
    .rules.filter(isProven)
    .map(({ id }) => id)

describe('the rules, by what ran', () => {
  it('are proven by tests that passed, and by no others', () => {
    expect(proven([test('[TKT-01] [TKT-02] is taken')])).toEqual(['TKT-01', 'TKT-02'])
    expect(proven([test('is taken', 'passed', '[TKT-02] a call')])).toEqual(['TKT-02'])
    expect(proven([test('[TKT-01] is taken', 'skipped'), test('[TKT-02] is called', 'failed')])).toEqual([])
  })

  it('are not proven while one of their tests fails', () => {
    expect(proven([test('[TKT-01] by day'), test('[TKT-01] by night', 'failed')])).toEqual([])
  })

  it('name the tests once, however many databases they ran on', () => {
    const [rule] = judgeRules(
      RULES,
      [],
      [
        test('[TKT-01] is taken', 'passed', 'take · embedded'),
        test('[TKT-01] is taken', 'passed', 'take · PostgreSQL'),
        test('[TKT-01] is taken by two', 'passed', 'take · embedded'),
      ],
    ).rules
    expect(rule?.proofs).toEqual([
      'tests/unit/a.test.ts: [TKT-01] is taken',
      'tests/unit/a.test.ts: [TKT-01] is taken by two',
    ])
  })

  it('are lost when a proof is no more, whether it is gone, fails or is skipped', () => {
    const lost = (tests: RanTest[]) => judgeRules(RULES, ['TKT-01'], tests).lost.map(({ id }) => id)
    expect(lost([test('[TKT-01] is taken')])).toEqual([])
    expect(lost([])).toEqual(['TKT-01'])
    expect(lost([test('[TKT-01] is taken', 'skipped')])).toEqual(['TKT-01'])
    expect(lost([test('[TKT-01] is taken', 'failed')])).toEqual(['TKT-01'])
  })

  it('are lacking, not lost, where the machine has not what every proof needs', () => {
    const here = test('[TKT-01] is taken', 'skipped')
    const elsewhere = test('[TKT-01] is shown', 'skipped', `in Chromium · ${LACKING}`)
    const alone = judgeRules(RULES, ['TKT-01'], [elsewhere])
    expect(alone.lost).toEqual([])
    expect(alone.lacking.map(({ id }) => id)).toEqual(['TKT-01'])
    expect(judgeRules(RULES, ['TKT-01'], [here, elsewhere]).lost).toHaveLength(1)
  })

  it('tell what is proven and not yet kept, and who names a rule that there is not', () => {
    const { gained, unknown } = judgeRules(
      RULES,
      ['OLD-01'],
      [test('[TKT-02] is called'), test('[TKT-99] x')],
    )
    expect(gained.map(({ id }) => id)).toEqual(['TKT-02'])
    expect(unknown).toEqual([
      { id: 'TKT-99', by: 'tests/unit/a.test.ts: [TKT-99] x' },
      { id: 'OLD-01', by: 'docs/rules-proven.txt' },
    ])
  })

  it('are read from their own page, which the kept list stays within', () => {
    const read = (file: string) => readFileSync(join(import.meta.dirname, '../../docs', file), 'utf8')
    const rules = rulesOf(read('rules.md'))
    expect(new Set(rules.map(({ id }) => id)).size).toBe(rules.length)
    expect(rules.length).toBeGreaterThanOrEqual(163)
    const kept = keptIds(read('rules-proven.txt'))
    expect(kept.length).toBeGreaterThan(0)
    expect(kept.filter(id => !rules.some(rule => rule.id === id))).toEqual([])
  })
})
