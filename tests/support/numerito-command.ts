import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

const numerito = join(import.meta.dirname, '../../commands/numerito.ts')
/** A command that reads or writes a whole installation, on a machine that does other things too. */
export const PATIENT_MS = 120_000

interface Command {
  process: ChildProcess
  ended: Promise<{ exit: number | null; said: string }>
}

/** A start that ought to be refused; one that serves all the same is ended, and has no exit code. */
export async function refusedStart(
  settings: Record<string, string>,
): Promise<{ exit: number | null; said: string }> {
  const { process: started, ended } = command({ ...settings, PORT: '0', HOST: '127.0.0.1' }, 'start')
  started.stdout?.on('data', chunk => {
    if (String(chunk).includes('is ready')) started.kill('SIGKILL')
  })
  return await ended
}

/** As an operator types it, in a process of its own. */
export function command(settings: Record<string, string>, ...args: string[]): Command {
  const child = spawn(process.execPath, [numerito, ...args], {
    env: { PATH: process.env.PATH, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => (said += String(chunk)))
  return {
    process: child,
    ended: once(child, 'close').then(([exit]) => ({ exit: exit as number | null, said })),
  }
}
