import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { waitFor } from './wait-for.ts'

const root = join(import.meta.dirname, '../..')
const main = join(root, 'server/main.ts')
const START_MS = 90_000

export interface SpawnedServer {
  /** Where it listens. */
  origin: string
  /** What it printed and logged until now. */
  output(): string
  process: ChildProcess
  /**
   * SIGKILL unless told: the process gets no chance to say goodbye. Resolves with the exit code, null for a
   * signal's.
   */
  end(signal?: NodeJS.Signals): Promise<number | null>
}

/**
 * The server as `npm start` runs it, in a process of its own at a free port: for tests that kill it. Of the
 * test's environment it sees the PATH alone, and of the settings those given here.
 * @param command what is run instead of the server itself; `process` and `end` are then this command's
 * @param input what it reads, as an open file; nothing unless told
 * @throws with what it printed, where it does not come up
 */
export async function spawnServer(
  settings: Record<string, string>,
  command: readonly [string, ...string[]] = [process.execPath, main],
  input: number | 'ignore' = 'ignore',
): Promise<SpawnedServer> {
  const [program, ...args] = command
  const child = spawn(program, args, {
    cwd: root,
    // A group of its own: a test can signal it as a terminal does.
    detached: true,
    env: { PATH: process.env.PATH, PORT: '0', HOST: '127.0.0.1', ...settings },
    stdio: [input, 'pipe', 'pipe'],
  })
  let output = ''
  const keep = (chunk: Buffer) => {
    output += String(chunk)
  }
  child.stdout?.on('data', keep)
  child.stderr?.on('data', keep)
  const exited = once(child, 'exit').then(([code]) => code as number | null)
  const kill = () => child.kill('SIGKILL')
  process.on('exit', kill)
  void exited.then(() => process.off('exit', kill))

  const origin = await waitFor(
    'the server to come up',
    () => {
      if (child.exitCode !== null) throw new Error(`the server ended with ${child.exitCode}:\n${output}`)
      return /^ {2}application +(\S+)$/m.exec(output)?.[1]
    },
    START_MS,
  ).catch((error: unknown) => {
    // One that comes up later holds its database for nobody.
    kill()
    throw error
  })
  return {
    origin,
    output: () => output,
    process: child,
    async end(signal = 'SIGKILL') {
      child.kill(signal)
      return exited
    },
  }
}
