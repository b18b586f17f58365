import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { join } from 'node:path'
import type { WriterPlan } from './database-writer.ts'
import { waitFor } from './wait-for.ts'

const PROGRAM = join(import.meta.dirname, 'database-writer.ts')
const START_MS = 60_000

interface How {
  /** Options for node before the program. */
  nodeOptions?: string[]
  /** A program and its arguments to run node under. */
  under?: string[]
  env?: Record<string, string>
}

/** The writer in a process of its own, and what it has said so far. */
export function startWriter(plan: WriterPlan, { nodeOptions = [], under = [], env = {} }: How = {}) {
  const command = [...under, process.execPath, ...nodeOptions, PROGRAM, JSON.stringify(plan)]
  const child = spawn(command[0] ?? process.execPath, command.slice(1), {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  })
  const lines: string[] = []
  let errors = ''
  createInterface(child.stdout).on('line', line => lines.push(line))
  child.stderr.on('data', (bytes: Buffer) => {
    errors += bytes.toString()
  })
  const ended = once(child, 'close')

  return {
    pid: child.pid ?? 0,
    lines,
    errors: () => errors,
    /** The rows whose commits were acknowledged. */
    acknowledged: () => lines.filter(line => /^\d+$/.test(line)).map(Number),
    async says(what: string, heard: (lines: string[]) => boolean): Promise<void> {
      await waitFor(`the writer to say: ${what}\n${errors}`, () => heard(lines), START_MS)
    },
    /**
     * As the kernel does when memory runs out: nothing of the process runs any more. Everything it said is
     * heard.
     */
    async kill(): Promise<void> {
      child.kill('SIGKILL')
      await ended
    },
    async ends(): Promise<number | null> {
      const [code] = await ended
      return code as number | null
    },
  }
}
