import { spawn } from 'node:child_process'
import { join } from 'node:path'

/**
 * What must hold before anything else, for daily work: types, lint, the house's own tests that need no build,
 * the unit tests, and the queue's main walk on the embedded database. All at once, for none of it uses both
 * cores alone. `npm test` is the whole proof.
 */
const root = join(import.meta.dirname, '..')
const vitest = [process.execPath, 'node_modules/vitest/vitest.mjs', 'run', '--reporter=dot']
const npm = (script: string) => ['npm', 'run', '-s', script]

const CHECKS: { what: string; command: string[] }[] = [
  { what: 'types', command: npm('typecheck') },
  { what: 'lint and format', command: npm('lint') },
  { what: 'nothing that nobody uses', command: npm('unused') },
  {
    what: 'rooms, law and faults',
    command: [...vitest, '--project', 'build', 'rooms.test', 'law.test', 'breaks.test'],
  },
  // In few processes: what a file could leave behind for the next one, `npm test` keeps apart.
  { what: 'unit tests', command: [...vitest, '--project', 'unit', '--project', 'flows', '--isolate=false'] },
  {
    what: 'main walk',
    command: [...vitest, '--project', 'wire', 'tests/wire/queue-take.test.ts', '-t', 'embedded'],
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
  CHECKS.map(async ({ what, command }) => {
    const { ok, said } = await run(command)
    if (ok) console.log(`numerito: ${what}: ok (${seconds()})`)
    else console.error(`${said}\nnumerito: ${what}: FAILED (${seconds()})`)
    return ok
  }),
)
process.exitCode = done.every(Boolean) ? 0 : 1
