import { spawnSync } from 'node:child_process'
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { REPORT_FILE, type RunReport } from '../../scripts/run-reporter.ts'
import { makeTemporaryDirectory } from '#tests/support/temporary-directory.ts'

const root = join(import.meta.dirname, '../..')
const HEAD = "import { afterEach, beforeAll, describe, expect, it } from 'vitest'"

describe('what a run of the tests reports', () => {
  const folder = makeTemporaryDirectory('reported')
  afterAll(() => folder.remove())

  /** Runs these files, by a vitest of their own. */
  function report(files: Record<string, string>): RunReport {
    symlinkSync(join(root, 'node_modules'), join(folder.path, 'node_modules'))
    for (const [name, text] of Object.entries(files))
      writeFileSync(join(folder.path, name), `${HEAD}\n${text}`)
    const file = join(folder.path, 'report.json')
    spawnSync(
      process.execPath,
      [
        join(root, 'node_modules/vitest/vitest.mjs'),
        'run',
        `--root=${folder.path}`,
        `--reporter=${join(root, 'scripts/run-reporter.ts')}`,
      ],
      { cwd: folder.path, env: { ...process.env, [REPORT_FILE]: file } },
    )
    return JSON.parse(readFileSync(file, 'utf8'))
  }

  it('names each test as it ran, and every failure in one line: of a test, a suite, a file, and of none', () => {
    const { tests, failures } = report({
      'a.test.ts': `
        describe('a number', () => {
          it.each([5])('[TKT-01] %i ahead', () => {})
          it('is called', () => { throw new Error('gone\\n  for good') })
          afterEach(({ task }) => { task.meta.stood = task.result.state + 'ed |   nobody waits' })
          it.skip('is skipped', () => {})
          it.todo('is to be done')
        })`,
      'b.test.ts': `
        describe('a browser', () => {
          beforeAll(() => { throw new Error('does not start') })
          it('opens', () => {})
        })`,
      'c.test.ts': `throw new Error('does not load')`,
      'd.test.ts': `
        it('forgets', () => { void Promise.reject(new Error('nobody waits')) })`,
    })
    const byName = (a: { names: string[] }, b: { names: string[] }) =>
      String(a.names) < String(b.names) ? -1 : 1
    expect(tests.sort(byName)).toEqual([
      { file: 'b.test.ts', names: ['a browser', 'opens'], outcome: 'skipped' },
      { file: 'a.test.ts', names: ['a number', '[TKT-01] 5 ahead'], outcome: 'passed' },
      { file: 'a.test.ts', names: ['a number', 'is called'], outcome: 'failed' },
      { file: 'a.test.ts', names: ['a number', 'is skipped'], outcome: 'skipped' },
      { file: 'a.test.ts', names: ['a number', 'is to be done'], outcome: 'skipped' },
      { file: 'd.test.ts', names: ['forgets'], outcome: 'passed' },
    ])
    expect(failures.sort()).toEqual([
      'a.test.ts: a number: is called: gone for good — there stood: failed | nobody waits',
      'b.test.ts: a browser: does not start',
      'c.test.ts: does not load',
      'outside of every test: nobody waits',
    ])
  })
})
