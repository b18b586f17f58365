import { once } from 'node:events'
import {
  type AddressInfo,
  connect,
  createServer,
  type NetConnectOpts,
  type Server,
  type Socket,
} from 'node:net'

/**
 * A wire between client and server that can go dead without being cut, as a phone's does when it sleeps, or
 * be cut and joined again, for browsers that no driver can take off the network.
 */
export class TcpProxy {
  readonly #server: Server
  readonly #pairs: { near: Socket; far: Socket }[] = []
  #isCut = false
  #lastWords: { text: string; said: () => void } | undefined
  #target: NetConnectOpts | undefined

  private constructor(target?: NetConnectOpts) {
    this.#target = target
    this.#server = createServer(near => {
      if (this.#isCut || this.#target === undefined) {
        near.destroy()
        return
      }
      const far = connect(this.#target)
      this.#pairs.push({ near, far })
      near.on('data', (data: Buffer) => {
        if (!this.#lastWords || !data.includes(this.#lastWords.text)) return
        near.unpipe(far)
        far.unpipe(near)
        this.#lastWords.said()
        this.#lastWords = undefined
      })
      near.pipe(far)
      far.pipe(near)
      near.on('error', () => far.destroy())
      far.on('error', () => near.destroy())
    })
  }

  /** @param target an origin on this machine, or the path of a socket there */
  static async to(target: string): Promise<TcpProxy> {
    return TcpProxy.#listen(new TcpProxy(placeOf(target)))
  }

  /** For a server that must know by which address it is reached before it starts. */
  static async before(start: (origin: string) => Promise<{ origin: string }>): Promise<TcpProxy> {
    const proxy = await TcpProxy.#listen(new TcpProxy())
    const { origin } = await start(`http://127.0.0.1:${proxy.port}`)
    proxy.#target = placeOf(origin)
    return proxy
  }

  static async #listen(proxy: TcpProxy): Promise<TcpProxy> {
    proxy.#server.listen(0, '127.0.0.1')
    await once(proxy.#server, 'listening')
    return proxy
  }

  /** Whoever comes from now on is led there; who is connected stays. */
  leadTo(target: string): void {
    this.#target = placeOf(target)
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port
  }

  /** What is connected now stays connected, and nothing passes any more. New connections are well. */
  goDead(): void {
    for (const { near, far } of this.#pairs) {
      near.unpipe(far)
      far.unpipe(near)
    }
  }

  /**
   * Whoever says this next hears nothing any more, and others do.
   * @returns settles when it was said
   */
  goDeadAt(text: string): Promise<void> {
    return new Promise(said => {
      this.#lastWords = { text, said }
    })
  }

  /** Ends what is connected, and lets nobody in until it is joined again. */
  cut(): void {
    this.#isCut = true
    for (const { near, far } of this.#pairs.splice(0)) {
      near.destroy()
      far.destroy()
    }
  }

  join(): void {
    this.#isCut = false
  }

  async close(): Promise<void> {
    this.cut()
    await new Promise(resolve => this.#server.close(resolve))
  }
}

const placeOf = (target: string): NetConnectOpts =>
  target.startsWith('/') ? { path: target } : { host: '127.0.0.1', port: Number(new URL(target).port) }
