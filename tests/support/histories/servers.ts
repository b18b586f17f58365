import { freePort } from '../free-port.ts'
import { SECRET_BYTES } from '#server/secrets/protection.ts'
import { type SpawnedServer, spawnServer } from '../spawn-server.ts'
import { TcpProxy } from '../tcp-proxy.ts'

/** Where the database is, as a server's settings and `openDatabase` name it. */
export interface Place {
  settings: Record<string, string>
  dataDirectory: string
  databaseUrl?: string
  /** One where the database is embedded. */
  servers: number
}

/** A server that comes back to where it was, and the wire to it. */
export class MortalServer {
  readonly #settings: Record<string, string>
  readonly #port: number
  readonly wire: TcpProxy
  #running: SpawnedServer

  private constructor(
    settings: Record<string, string>,
    port: number,
    running: SpawnedServer,
    wire: TcpProxy,
  ) {
    this.#settings = settings
    this.#port = port
    this.#running = running
    this.wire = wire
  }

  static async start({ settings: place }: Place): Promise<MortalServer> {
    const settings = {
      NUMERITO_DEMO: 'off',
      NUMERITO_SECRET: Buffer.alloc(SECRET_BYTES, 7).toString('base64'),
      NUMERITO_PUSH_CONTACT: 'mailto:avisos@numerito.example',
      // Everybody comes from an address of their own, as the wire says.
      NUMERITO_PROXY_HOPS: '1',
      NUMERITO_LOG: 'warn',
      ...place,
    }
    const port = await freePort()
    const running = await spawnServer({ ...settings, PORT: String(port) })
    return new MortalServer(settings, port, running, await TcpProxy.to(`http://127.0.0.1:${port}`))
  }

  /** By the wire, which is cut now and then. */
  get origin(): string {
    return `http://127.0.0.1:${this.wire.port}`
  }

  async dieAndComeBack(): Promise<void> {
    await this.#running.end('SIGKILL')
    this.#running = await spawnServer({ ...this.#settings, PORT: String(this.#port) })
  }

  signal(signal: 'SIGSTOP' | 'SIGCONT'): void {
    this.#running.process.kill(signal)
  }

  async end(): Promise<void> {
    await this.wire.close()
    this.signal('SIGCONT')
    await this.#running.end('SIGTERM')
  }

  /** What it logged since it came up last. */
  log(): string {
    return this.#running.output()
  }
}
