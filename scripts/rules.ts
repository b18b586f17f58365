import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isProven, type JudgedRule, judgeRules, keptIds, rulesOf } from './judge-rules.ts'
import { readWholeRun, type WholeRun } from './whole-run.ts'

const root = join(import.meta.dirname, '..')
const LIST = join(root, 'docs/rules-proven.txt')
const HEAD = `# The rules that tests prove, and that must stay proven: a whole run in which one of them has no passing test fails.
# Written by «npm run rules -- --keep» after a whole run (npm test).
`

const read = (path: string) => readFileSync(path, 'utf8')

/** Prints every rule with the tests that proved it in the last whole run; true where no proof was lost. */
function tellRules(run: WholeRun): boolean {
  const kept = keptIds(read(LIST))
  const { rules, lost, lacking, gained, unknown } = judgeRules(
    rulesOf(read(join(root, 'docs/rules.md'))),
    kept,
    run.tests,
  )
  for (const rule of rules) {
    console.log(`${isProven(rule) ? '✓' : '·'} ${rule.id} ${rule.text}`)
    for (const test of rule.proofs) console.log(`    ${test}`)
    for (const test of rule.failed) console.log(`    FAILED ${test}`)
    for (const test of rule.skipped) console.log(`    skipped ${test}`)
  }
  const proven = rules.filter(isProven)
  const list = (which: readonly JudgedRule[]) => which.map(({ id }) => id).join(' ')
  const once = proven.filter(({ proofs }) => proofs.length === 1)
  console.log(`\nby the whole run that ended at ${run.endedAt}:`)
  console.log(`proven by one test alone (${once.length}): ${list(once)}`)
  if (lacking.length > 0)
    console.warn(`NOT PROVEN HERE, for want of a program of this machine: ${list(lacking)}`)
  for (const { id, by } of unknown) console.error(`there is no rule ${id}: ${by}`)
  for (const { id, text } of lost) console.error(`NO LONGER PROVEN: ${id} ${text}`)
  console.log(`${proven.length} of ${rules.length} rules proven`)
  if (gained.length > 0)
    console.log(
      `${gained.length} not in docs/rules-proven.txt yet (npm run rules -- --keep): ${list(gained)}`,
    )
  return unknown.length === 0 && lost.length === 0
}

/**
 * Adds what the last whole run has proven; what is no longer proven is taken out by hand, and with a reason.
 */
function keepProven(run: WholeRun): void {
  const kept = keptIds(read(LIST))
  const { rules, gained } = judgeRules(rulesOf(read(join(root, 'docs/rules.md'))), kept, run.tests)
  const ids = new Set([...kept, ...gained.map(({ id }) => id)])
  writeFileSync(LIST, `${HEAD}${rules.flatMap(({ id }) => (ids.has(id) ? [`${id}\n`] : [])).join('')}`)
  console.log(`${gained.length} added to docs/rules-proven.txt, ${ids.size} in all`)
}

const run = readWholeRun()
if (run === null) {
  console.error('No whole run of the tests is known here, so nothing is proven yet: npm test makes one.')
  process.exitCode = 1
} else {
  if (process.argv.includes('--keep')) keepProven(run)
  if (!tellRules(run)) process.exitCode = 1
}
