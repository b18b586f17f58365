import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildApplication } from './build.ts'
import { REPORT_FILE, type RunReport } from './run-reporter.ts'
import { keepWholeRun, type RanTest } from './whole-run.ts'

/**
 * Everything that must hold, in the order in which a fault is cheapest to find. Ends with «N passed, N
 * failed». Words after `npm test --` go to vitest and choose a part of the tests; the rules are judged by
 * whole runs alone.
 */
const root = join(import.meta.dirname, '..')
const REPORTER = join(import.meta.dirname, 'run-reporter.ts')
const bin = (name: string) => join(root, 'node_modules/.bin', name)
const say = (text: string) => console.log(`numerito: ${text}`)
const part = process.argv.slice(2)
/** What a faster run would begin with. */
const LONGEST_SHOWN = 12

let passed = 0
let failed = 0
const skipped: string[] = []
/** Named once more after everything else. */
const failures: string[] = []
/** So many characters say which failure it is. */
const NAME_CHARACTERS = 160

function check(what: string, command: string, args: string[]): void {
  const started = Date.now()
  const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit' })
  const seconds = ((Date.now() - started) / 1000).toFixed(0)
  say(`${what}: ${status === 0 ? 'ok' : 'FAILED'} (${seconds} s)`)
  if (status === 0) passed++
  else {
    failed++
    failures.push(what)
  }
}

function vitest(file: string): void {
  const { status } = spawnSync(
    bin('vitest'),
    ['run', '--reporter=default', `--reporter=${REPORTER}`, ...part],
    {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, FORCE_COLOR: '0', [REPORT_FILE]: file },
    },
  )
  const {
    tests,
    failures: faults,
    took,
  }: RunReport = existsSync(file)
    ? JSON.parse(readFileSync(file, 'utf8'))
    : { tests: [], failures: ['vitest: ended before it could say what ran'], took: [] }
  if (part.length === 0) keepWholeRun(tests)
  const longest = took.slice(0, LONGEST_SHOWN).map(one => `${one.file} ${one.seconds} s`)
  say(`what took longest: ${longest.join(', ')}`)
  const those = (outcome: RanTest['outcome']) => tests.filter(test => test.outcome === outcome)
  passed += those('passed').length
  skipped.push(...those('skipped').map(({ file, names }) => [file, ...names].join(': ')))
  if (status === 0) return
  const named = faults.length > 0 ? faults : ['vitest: a fault without a name, told above']
  failed += named.length
  failures.push(...named)
}

const folder = mkdtempSync(join(tmpdir(), 'numerito-test-'))
try {
  check('types', 'npm', ['run', '-s', 'typecheck'])
  check('lint and format', 'npm', ['run', '-s', 'lint'])
  check('nothing that nobody uses', 'npm', ['run', '-s', 'unused'])
  check('texts in three languages', 'npm', ['run', '-s', 'i18n:check'])
  buildApplication({ say })
  vitest(join(folder, 'report.json'))
  if (part.length === 0) check('rules', 'npm', ['run', '-s', 'rules'])
  else say('rules: not judged, for this is not a whole run')
} finally {
  rmSync(folder, { recursive: true, force: true })
}
if (process.env.CI === 'true') {
  failed += skipped.length
  failures.push(...skipped.map(test => `skipped, which with CI=true nothing may be: ${test}`))
}
for (const failure of failures) console.error(`FAILED: ${failure}`)
// All in a few words at the very end, for whoever has only the last lines of a long output.
for (const failure of failures) console.error(`× ${failure.slice(0, NAME_CHARACTERS)}`)
console.log(`${passed} passed, ${failed} failed, ${skipped.length} skipped`)
process.exitCode = failed > 0 ? 1 : 0
