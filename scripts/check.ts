import { spawn } from 'node:child_process'
import { join } from 'node:path'

/**
 * What must hold before anything else, for daily work: types, lint, the unit tests, and the queue's main walk on the
 * embedded database. All at once, for none of it uses both cores alone. `npm test` is the whole proof.
 */
const root = join(import.meta.dirname, '..')
const vitest = ['node_modules/vitest/vitest.mjs', 'run', '--reporter=dot']
const npm = (script: string) => ['npm', 'run', '-s', script]

const CHECKS: { what: string; commands: string[][] }[] = [
  { what: 'types', commands: [npm('typecheck')] },
  { what: 'lint and format', commands: [npm('lint')] },
  {
    what: 'tests',
    commands: [
      [process.execPath, ...vitest, '--project', 'unit'],
      [process.execPath, ...vitest, '--project', 'wire', 'tests/wire/queue-take.test.ts', '-t', 'embedded'],
    ],
  },
]

/** Runs a command to its end; what it says comes in one piece. */
function run([command = '', ...args]: string[]): Promise<{ ok: boolean; said: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
    let said = ''
    const keep = (chunk: Buffer) => {
      said += String(chunk)
    }
    child.stdout.on('data', keep)
    child.stderr.on('data', keep)
    child.once('error', reject)
    child.once('close', code => resolve({ ok: code === 0, said }))
  })
}

const began = Date.now()
const seconds = () => `${((Date.now() - began) / 1000).toFixed(0)} s`
const done = await Promise.all(
  CHECKS.map(async ({ what, commands }) => {
    for (const command of commands) {
      const { ok, said } = await run(command)
      if (!ok) {
        console.error(`${said}\nnumerito: ${what}: FAILED (${seconds()})`)
        return false
      }
    }
    console.log(`numerito: ${what}: ok (${seconds()})`)
    return true
  }),
)
process.exitCode = done.every(Boolean) ? 0 : 1
