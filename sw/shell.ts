/**
 * A file of the application as the build lists it; where the name does not tell its content, a revision does.
 */
export interface ShellFile {
  /** Relative to the worker's scope. */
  url: string
  revision: string | null
}

/** What the shell needs of the world. */
export interface ShellPorts {
  caches: Pick<CacheStorage, 'open'>
  /** As long as it takes. */
  fetch(address: string, init: RequestInit): Promise<Response>
  /** Gives up what hangs. */
  ask(address: string, init: RequestInit): Promise<Response>
}

interface Kept {
  address: string
  /**
   * The address under which the file is kept: an old version and a new one lie side by side until the new one
   * rules.
   */
  key: string
  revision: string | null
}

export interface Shell {
  /** Fetches what is not here yet. Fails as a whole: half an application must never rule. */
  keep(): Promise<void>
  /** The file at a path, or null where the shell has none. */
  answer(pathname: string): Promise<Response> | null
  /** Forgets the files of other versions. */
  dropOthers(): Promise<void>
}

/** Every address of the application opens the shell's one page, which finds its way by itself. */
export const PAGE = '/index.html'
/** The file that the page begins with, as its own script names it. */
const ENTRY = /import\(.(.+?\.js)/
const CACHE_NAME = 'shell-v1'
/** At once; the page that is just being looked at needs the network as well. */
const LANES = 3

/**
 * The application's own files, kept so that it starts without a network (OFFL-02).
 * @param scope the worker's scope, absolute
 */
export function createShell(files: readonly ShellFile[], scope: string, ports: ShellPorts): Shell {
  const kept = new Map(
    files.map(({ url, revision }): [string, Kept] => {
      const address = new URL(url, scope)
      const key = new URL(address)
      if (revision !== null) key.searchParams.set('revision', revision)
      return [address.pathname, { address: address.href, key: key.href, revision }]
    }),
  )
  const open = () => ports.caches.open(CACHE_NAME)

  async function fetchFile({ address, revision }: Kept, ask: ShellPorts['ask']): Promise<Response> {
    const response = await ask(address, {
      // A name that tells the content may come from the browser's own cache: the page has just fetched it.
      cache: revision === null ? 'default' : 'reload',
      // A hotel's or a café's log-in page is not the application.
      redirect: 'error',
    })
    if (!response.ok) throw new Error(`${address} answered ${response.status}`)
    // Nor where it is given in a file's own name: kept, it would stand there as long as this release does.
    const isPage = response.headers.get('content-type')?.startsWith('text/html')
    if (isPage && !address.endsWith('.html')) throw new Error(`${address} answered a page`)
    return response
  }

  /**
   * While servers change to a new release one after the other, the worker may come from one and the page from
   * another: a page that begins with a file of the other release must not be kept for one of this.
   */
  async function isOfThis(file: Kept, response: Response): Promise<boolean> {
    if (file !== kept.get(PAGE)) return true
    const [, entry = ''] = ENTRY.exec(await response.clone().text()) ?? []
    return kept.has(entry)
  }

  return {
    async keep() {
      const cache = await open()
      const here = new Set((await cache.keys()).map(({ url }) => url))
      const lacking = [...kept.values()].filter(({ key }) => !here.has(key))
      const lane = async () => {
        for (let file = lacking.pop(); file; file = lacking.pop()) {
          const response = await fetchFile(file, ports.fetch)
          if (!(await isOfThis(file, response))) throw new Error(`${file.address} is of another release`)
          await cache.put(file.key, response)
        }
      }
      await Promise.all(Array.from({ length: LANES }, lane))
    },

    answer(pathname) {
      const file = kept.get(pathname)
      if (!file) return null
      return (async () => {
        // A store that is full, or does not open, must not cost what the network has.
        const cache = await open().catch(() => undefined)
        const found = await cache?.match(file.key, { ignoreVary: true }).catch(() => undefined)
        if (found) return found
        // The browser may have thrown away single files when it was short of room.
        const response = await fetchFile(file, ports.ask)
        if (await isOfThis(file, response)) await cache?.put(file.key, response.clone()).catch(() => {})
        return response
      })()
    },

    async dropOthers() {
      const cache = await open()
      const keys = new Set([...kept.values()].map(({ key }) => key))
      const others = (await cache.keys()).filter(({ url }) => !keys.has(url))
      await Promise.all(others.map(request => cache.delete(request, { ignoreVary: true })))
    },
  }
}
