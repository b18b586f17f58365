import { join } from 'node:path'
import { makeTemporaryDirectory } from './temporary-directory.ts'

export type BrowserHome = {
  /** A fresh profile's directory. */
  profile: string
  /** The environment to start the browser with. */
  env: Record<string, string>
  remove(): void
}

/**
 * A home directory for one browser, gone with `remove()`. Without one an installed application would leave
 * its icon and its entry in the desktop's menu of whoever runs the tests.
 */
export function makeBrowserHome(purpose: string): BrowserHome {
  const { path, remove } = makeTemporaryDirectory(purpose)
  const own = {
    HOME: path,
    XDG_CONFIG_HOME: join(path, 'config'),
    XDG_CACHE_HOME: join(path, 'cache'),
    XDG_DATA_HOME: join(path, 'share'),
  }
  const inherited = Object.entries(process.env).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  )
  return { profile: join(path, 'profile'), env: { ...Object.fromEntries(inherited), ...own }, remove }
}
