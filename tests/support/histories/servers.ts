import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { SECRET_BYTES } from '#server/secrets/protection.ts'
import { freePort } from '../free-port.ts'
import { type SpawnedServer, spawnServer } from '../spawn-server.ts'
import { TcpProxy } from '../tcp-proxy.ts'
import { makeTemporaryDirectory, type TemporaryDirectory } from '../temporary-directory.ts'
import { type Ailment, MACHINE_FILE, WELL } from './ailment.ts'
import type { Place } from './places.ts'

const main = join(import.meta.dirname, '../../../server/main.ts')
const frailMachine = join(import.meta.dirname, 'frail-machine.ts')

const LOGGED_ERROR = /^\{"level":[56]0,/

function errorOf(line: string): string {
  try {
    const { msg, reason, err } = JSON.parse(line) as { msg: string; reason?: string; err?: object }
    return `${msg}: ${reason ?? JSON.stringify(err)}`
  } catch {
    // Cut off with the server.
    return line
  }
}

/** A server that comes back to where it was, on a machine of its own, and the wire to it. */
export class MortalServer {
  readonly #settings: Record<string, string>
  readonly #port: number
  readonly #machine: TemporaryDirectory
  readonly wire: TcpProxy
  readonly #started: SpawnedServer[] = []

  private constructor(
    settings: Record<string, string>,
    port: number,
    machine: TemporaryDirectory,
    wire: TcpProxy,
  ) {
    this.#settings = settings
    this.#port = port
    this.#machine = machine
    this.wire = wire
  }

  static async start({ settings: place }: Place): Promise<MortalServer> {
    const port = await freePort()
    const machine = makeTemporaryDirectory('machine')
    const settings = {
      NUMERITO_DEMO: 'off',
      NUMERITO_SECRET: Buffer.alloc(SECRET_BYTES, 7).toString('base64'),
      NUMERITO_PUSH_CONTACT: 'mailto:avisos@numerito.example',
      // Everybody comes from an address of their own, as the wire says.
      NUMERITO_PROXY_HOPS: '1',
      NUMERITO_LOG: 'warn',
      PORT: String(port),
      [MACHINE_FILE]: join(machine.path, 'ailment'),
      ...place,
    }
    const wire = await TcpProxy.to(`http://127.0.0.1:${port}`)
    const server = new MortalServer(settings, port, machine, wire)
    server.suffer(WELL)
    await server.rise()
    return server
  }

  get #running(): SpawnedServer | undefined {
    return this.#started.at(-1)
  }

  /** By the wire, which is cut now and then. */
  get origin(): string {
    return `http://127.0.0.1:${this.wire.port}`
  }

  /** As whoever supervises it does: a server that is gone is started. */
  async rise(): Promise<void> {
    if (this.#running?.process.exitCode === null && this.#running.process.signalCode === null) return
    this.#started.push(await spawnServer(this.#settings, [process.execPath, '--import', frailMachine, main]))
  }

  async dieAndComeBack(): Promise<void> {
    await this.#running?.end('SIGKILL')
    await this.rise()
  }

  signal(signal: 'SIGSTOP' | 'SIGCONT'): void {
    this.#running?.process.kill(signal)
  }

  /** From now on, until it is told otherwise, this is wrong with its machine. */
  suffer(ailment: Ailment): void {
    const file = join(this.#machine.path, 'ailment')
    writeFileSync(`${file}.new`, JSON.stringify(ailment))
    renameSync(`${file}.new`, file)
  }

  /** Whether it says of itself, past the wire, that it serves. */
  async isReady(): Promise<boolean> {
    try {
      const signal = AbortSignal.timeout(2_000)
      return (await fetch(`http://127.0.0.1:${this.#port}/readyz`, { signal })).ok
    } catch {
      return false
    }
  }

  /** What it could not explain to itself, in all its lives. */
  errors(): string[] {
    const lines = this.#started.flatMap(each => each.output().split('\n'))
    return lines.filter(line => LOGGED_ERROR.test(line)).map(errorOf)
  }

  async end(): Promise<void> {
    await this.wire.close()
    this.signal('SIGCONT')
    await this.#running?.end('SIGTERM')
    this.#machine.remove()
  }
}
