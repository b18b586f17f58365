import { LACKING, type RanTest } from './whole-run.ts'

export interface Rule {
  id: string
  text: string
}

export interface JudgedRule extends Rule {
  /** Tests that ran and passed, as «file: name»; the same test on two databases is one. */
  proofs: string[]
  /** Tests that carry the id and failed: with one of them nothing is proven. */
  failed: string[]
  /** Tests that carry the id and did not run, whatever the reason. */
  skipped: string[]
  /** Every test that could have proven it wants a program that this machine lacks. */
  isLacking: boolean
}

export interface Judgement {
  rules: JudgedRule[]
  /** Rules that were proven and are no more: what makes the command fail. */
  lost: JudgedRule[]
  /** Kept rules that nothing here could prove, for want of a program of the machine. */
  lacking: JudgedRule[]
  /** Proven, and not yet in the list of those that must stay so. */
  gained: JudgedRule[]
  /** Ids that a test or the list names and the rules do not know, with who names them. */
  unknown: { id: string; by: string }[]
}

const ID = /\[([A-Z0-9]+-\d{2})\]/g

/** The rules of docs/rules.md, in their order: `- TKT-03 One active ticket …`. */
export function rulesOf(markdown: string): Rule[] {
  return [...markdown.matchAll(/^- ([A-Z0-9]+-\d{2}) (.+)$/gm)].map(([, id = '', text = '']) => ({
    id,
    text,
  }))
}

/** The ids of docs/rules-proven.txt: one a line, `#` begins a comment. */
export const keptIds = (list: string): string[] =>
  list
    .split('\n')
    .map(line => line.replace(/#.*/, '').trim())
    .filter(Boolean)

export const isProven = ({ proofs, failed }: JudgedRule): boolean => proofs.length > 0 && failed.length === 0

/** Holds what ran against the rules, and against the list of those that must stay proven. */
export function judgeRules(
  rules: readonly Rule[],
  kept: readonly string[],
  tests: readonly RanTest[],
): Judgement {
  const byId = new Map<string, RanTest[]>()
  for (const test of tests) {
    for (const id of idsOf(test)) byId.set(id, [...(byId.get(id) ?? []), test])
  }
  const judged = rules.map((rule): JudgedRule => {
    const all = byId.get(rule.id) ?? []
    const ran = (outcome: RanTest['outcome']) => namesOf(all.filter(test => test.outcome === outcome))
    return {
      ...rule,
      proofs: ran('passed'),
      failed: ran('failed'),
      skipped: ran('skipped'),
      isLacking: all.length > 0 && all.every(test => test.names.some(name => name.includes(LACKING))),
    }
  })
  const known = new Set(rules.map(({ id }) => id))
  const missing = judged.filter(rule => kept.includes(rule.id) && !isProven(rule))
  return {
    rules: judged,
    lost: missing.filter(rule => !rule.isLacking),
    lacking: missing.filter(rule => rule.isLacking),
    gained: judged.filter(rule => isProven(rule) && !kept.includes(rule.id)),
    unknown: [
      ...[...byId].flatMap(([id, named]) => namesOf(named).map(by => ({ id, by }))),
      ...kept.map(id => ({ id, by: 'docs/rules-proven.txt' })),
    ].filter(({ id }) => !known.has(id)),
  }
}

function idsOf({ names }: RanTest): Set<string> {
  return new Set(names.flatMap(name => [...name.matchAll(ID)].map(([, id = '']) => id)))
}

function namesOf(tests: readonly RanTest[]): string[] {
  return [...new Set(tests.map(({ file, names }) => `${file}: ${names.at(-1)}`))]
}
