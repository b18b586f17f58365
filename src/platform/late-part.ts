/**
 * A part of the application that is not in the first download. It is fetched when it is first asked for, and
 * once: a fetch that failed (the network went in that moment) is tried again by the next who asks.
 */
export interface LatePart<Part> {
  /** Says how it is fetched. To be called once, where the application is put together. */
  provide(load: () => Promise<Part>): void
  /** @throws whatever the fetch throws; Error where nobody has provided it */
  get(): Promise<Part>
}

export function latePart<Part>(name: string): LatePart<Part> {
  let load: (() => Promise<Part>) | undefined
  let part: Promise<Part> | undefined
  return {
    provide(loader) {
      load = loader
      part = undefined
    },
    get() {
      if (!load) return Promise.reject(new Error(`nobody has provided ${name}`))
      if (!part) {
        const loading = load()
        part = loading
        loading.catch(() => {
          if (part === loading) part = undefined
        })
      }
      return part
    },
  }
}
