import { type ChildProcess, spawn } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { findOnPath } from './on-path.ts'
import { makeTemporaryDirectory } from './temporary-directory.ts'
import { waitFor } from './wait-for.ts'

const HOST = '127.0.0.1'
const START_MS = 15_000

/** What is missing for a TURN server, in a sentence; undefined where there is one. */
export function missingTurnServer(): string | undefined {
  if (findOnPath(['turnserver'])) return undefined
  return 'There is no TURN server here: install coturn (Debian: apt-get install coturn).'
}

export interface TurnServer {
  url: string
  secret: string
  /** All that it said until now. */
  output(): string
  /** How many relays it has given. */
  allocations(): number
  /** As if its machine were switched off; every relay is gone. */
  kill(): Promise<void>
  /** At the same address, knowing nothing of before. */
  start(): Promise<void>
  close(): Promise<void>
}

async function freePort(): Promise<number> {
  const socket = createSocket('udp4')
  await new Promise<void>(resolve => void socket.bind(0, HOST, resolve))
  const { port } = socket.address()
  await new Promise<void>(resolve => void socket.close(() => resolve()))
  return port
}

/** A coturn on the loopback with `use-auth-secret`, as an operator would run it but for the addresses. */
export async function startTurnServer(secret: string): Promise<TurnServer> {
  const port = await freePort()
  const directory = makeTemporaryDirectory('turn')
  const options = [
    '-n',
    '--use-auth-secret',
    `--static-auth-secret=${secret}`,
    '--realm=numerito.example',
    `--listening-ip=${HOST}`,
    `--relay-ip=${HOST}`,
    `--listening-port=${port}`,
    // Both ends of the call are on this machine.
    '--allow-loopback-peers',
    '--no-tls',
    '--no-dtls',
    '--no-cli',
    '--fingerprint',
    '--verbose',
    '--log-file=stdout',
    '--simple-log',
    `--pidfile=${directory.path}/pid`,
    `--userdb=${directory.path}/db`,
  ]
  let output = ''
  let child: ChildProcess | null = null

  async function start(): Promise<void> {
    const from = output.length
    const process = spawn('turnserver', options, { stdio: ['ignore', 'pipe', 'pipe'], cwd: directory.path })
    child = process
    const keep = (chunk: Buffer) => {
      output += String(chunk)
    }
    process.stdout?.on('data', keep)
    process.stderr?.on('data', keep)
    await waitFor(
      'the TURN server to come up',
      () => {
        if (process.exitCode !== null)
          throw new Error(`turnserver ended with ${process.exitCode}:\n${output}`)
        return /UDP listener opened on/.test(output.slice(from))
      },
      START_MS,
    )
  }
  async function kill(): Promise<void> {
    const process = child
    child = null
    if (!process || process.exitCode !== null) return
    const exited = once(process, 'exit')
    process.kill('SIGKILL')
    await exited
  }
  process.on('exit', () => child?.kill('SIGKILL'))
  await start()
  return {
    url: `turn:${HOST}:${port}?transport=udp`,
    secret,
    output: () => output,
    allocations: () => output.match(/ALLOCATE processed, success/g)?.length ?? 0,
    kill,
    start,
    async close() {
      await kill()
      directory.remove()
    },
  }
}
