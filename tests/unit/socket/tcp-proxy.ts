import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

/** A wire between client and server that can go dead without being cut, as a phone's does when it sleeps. */
export class TcpProxy {
  readonly #server: Server
  readonly #pairs: { near: Socket; far: Socket }[] = []

  constructor(target: number) {
    this.#server = createServer(near => {
      const far = connect(target, '127.0.0.1')
      this.#pairs.push({ near, far })
      near.pipe(far)
      far.pipe(near)
      near.on('error', () => far.destroy())
      far.on('error', () => near.destroy())
    })
  }

  static async to(target: string): Promise<TcpProxy> {
    const proxy = new TcpProxy(Number(new URL(target).port))
    proxy.#server.listen(0, '127.0.0.1')
    await once(proxy.#server, 'listening')
    return proxy
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

  async close(): Promise<void> {
    for (const { near, far } of this.#pairs) {
      near.destroy()
      far.destroy()
    }
    await new Promise(resolve => this.#server.close(resolve))
  }
}
