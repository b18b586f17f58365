/** As much of the browser's CacheStorage as the worker uses, by address alone. */
export class MemoryCaches {
  readonly #caches = new Map<string, Map<string, Response>>()
  /** Set to what every use shall fail with: a store that is full, or that the browser refuses. */
  fault: Error | null = null

  async open(name: string): Promise<Cache> {
    const entries = this.#caches.get(name) ?? new Map<string, Response>()
    this.#caches.set(name, entries)
    const checked = <Value>(value: () => Value) => {
      if (this.fault) throw this.fault
      return value()
    }
    const addressOf = (request: RequestInfo | URL) =>
      request instanceof Request ? request.url : String(request)
    const cache: Pick<Cache, 'match' | 'put' | 'keys' | 'delete'> = {
      match: async request => checked(() => entries.get(addressOf(request))?.clone()),
      put: async (request, response) =>
        checked(() => {
          // As browsers do: what is put anew goes to the end.
          entries.delete(addressOf(request))
          entries.set(addressOf(request), response)
        }),
      keys: async () => checked(() => [...entries.keys()].map(address => new Request(address))),
      delete: async request => checked(() => entries.delete(addressOf(request))),
    }
    return cache as Cache
  }

  /** What is kept under a name, oldest first. */
  addresses(name: string): string[] {
    return [...(this.#caches.get(name)?.keys() ?? [])]
  }
}
