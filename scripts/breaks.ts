import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { beginTestRun, removeTestRun } from '../tests/support/test-run.ts'
import { applyBreak } from '../tests/breaks/apply-break.ts'
import { AREAS } from '../tests/breaks/areas.ts'
import type { Break } from '../tests/breaks/break.ts'
import { keepAreaResults, wasFound } from './faults-found.ts'

/**
 * Proves the tests: breaks the project in one place after the other, in a copy of it, and asks whether a test
 * turns red. «npm run breaks» tries every fault of tests/breaks, «npm run breaks -- queue» those of one area.
 * Ends with 1 where a fault survives. Each area's result is kept in tests/faults-found.md; «--new» tries only
 * what no test was seen to find yet.
 */
const root = join(import.meta.dirname, '..')
/** The tests on the embedded database see what those on PostgreSQL see, and sooner. */
const WITHOUT_POSTGRES = '^(?!.*· PostgreSQL)'
const ON_POSTGRES = '· PostgreSQL'
/** A fault may leave a test waiting for ever: more than any test takes, and less than their own limit. */
const FOREVER_MS = 240_000
/** A run that goes on for so long has lost its way in the fault. */
const HANGS_MS = 10 * 60_000

interface VitestReport {
  testResults: { name: string; status: string; assertionResults: { fullName: string; status: string }[] }[]
}

/** The tracked files as they stand in the working tree, and the new ones that are not ignored. */
function copyProject(copy: string): void {
  const { stdout } = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  })
  for (const file of stdout.split('\0')) {
    if (file === '' || !existsSync(join(root, file))) continue
    mkdirSync(dirname(join(copy, file)), { recursive: true })
    cpSync(join(root, file), join(copy, file))
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
}

/** Browsers are shown, and servers serve, what was built of the sources as they are now. */
function build(copy: string): void {
  rmSync(join(copy, 'dist'), { recursive: true, force: true })
  const { status } = spawnSync(process.execPath, ['scripts/build.ts'], { cwd: copy, stdio: 'ignore' })
  if (status !== 0) throw new Error('the application cannot be built')
}

/**
 * The first test that is red, by its name; null where all are green. `own` is what the run's environment has
 * of its own.
 */
function firstRed(
  copy: string,
  tests: readonly string[],
  { own = {}, pattern = WITHOUT_POSTGRES }: { own?: NodeJS.ProcessEnv; pattern?: string } = {},
): string | null {
  if (tests.some(file => /^tests\/(browser|build|faults)\//.test(file))) build(copy)
  const report = join(copy, 'report.json')
  rmSync(report, { force: true })
  const { status, stderr } = spawnSync(
    process.execPath,
    [
      'node_modules/vitest/vitest.mjs',
      'run',
      ...tests,
      '--bail=1',
      `--testTimeout=${FOREVER_MS}`,
      `--testNamePattern=${pattern}`,
      '--reporter=json',
      `--outputFile=${report}`,
    ],
    {
      cwd: copy,
      encoding: 'utf8',
      stdio: ['ignore', 'ignore', 'pipe'],
      timeout: HANGS_MS,
      env: { ...process.env, ...own, FORCE_COLOR: '0' },
    },
  )
  if (status === 0) return null
  if (!existsSync(report))
    throw new Error(`the run of ${tests.join(' ')} did not come to its end:\n${stderr}`)
  const { testResults } = JSON.parse(readFileSync(report, 'utf8')) as VitestReport
  const red = testResults.flatMap(file =>
    file.assertionResults.filter(test => test.status === 'failed').map(test => test.fullName),
  )
  const unloaded = testResults
    .filter(file => file.status === 'failed')
    .map(({ name }) => `${name} as a whole`)
  return (
    red[0] ?? unloaded[0]?.replace(`${copy}/`, '') ?? `the run as a whole: ${stderr.trim().slice(0, 500)}`
  )
}

/**
 * Tells what each fault turned red; null for one that survived.
 * @throws where the tests are red without any fault
 */
function tryArea(
  copy: string,
  area: string,
  breaks: readonly Break[],
  tell: (fault: Break, red: string | null) => void,
): void {
  const unbroken = firstRed(copy, [...new Set(breaks.flatMap(({ tests }) => tests))])
  if (unbroken !== null) throw new Error(`${area} is red without any fault: ${unbroken}`)
  console.log(`${area}: green as it stands`)
  for (const fault of breaks) {
    const file = join(copy, fault.file)
    const text = readFileSync(file, 'utf8')
    writeFileSync(file, applyBreak(text, fault))
    // What all runs share is a database made by these migrations.
    const own = fault.file.startsWith('server/database/') ? { NUMERITO_TEST_RUN: undefined } : {}
    const red = firstRed(copy, fault.tests, { own, ...(fault.on === 'postgres' && { pattern: ON_POSTGRES }) })
    writeFileSync(file, text)
    tell(fault, red)
    console.log(
      `${red === null ? 'SURVIVED' : 'red'}  ${fault.file}: ${fault.harm}\n          ${red ?? fault.becomes}`,
    )
  }
}

const words = process.argv.slice(2)
const onlyNew = words.includes('--new')
const asked = words.filter(word => word !== '--new')
const unknown = asked.filter(area => !(area in AREAS))
if (unknown.length > 0)
  throw new Error(`no such area: ${unknown.join(', ')}; there are ${Object.keys(AREAS).join(', ')}`)
const copy = mkdtempSync(join(tmpdir(), 'numerito-breaks-'))
// Making a database costs more than most tests: it is made once for all runs.
const shared = beginTestRun()
let survived = 0
try {
  copyProject(copy)
  for (const [area, breaks] of Object.entries(AREAS)) {
    if (asked.length > 0 && !asked.includes(area)) continue
    const tried = onlyNew ? breaks.filter(fault => !wasFound(fault)) : breaks
    if (tried.length === 0) continue
    const results = new Map<Break, string | null>()
    tryArea(copy, area, tried, (fault, red) => {
      results.set(fault, red)
      keepAreaResults(area, breaks, results, new Date())
    })
    survived += [...results.values()].filter(red => red === null).length
  }
} finally {
  rmSync(copy, { recursive: true, force: true })
  if (shared !== undefined) removeTestRun(shared)
}
console.log(survived === 0 ? 'every fault turned a test red' : `${survived} faults SURVIVED`)
process.exitCode = survived === 0 ? 0 : 1
