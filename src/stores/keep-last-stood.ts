import { browserSettings, type Settings } from '#src/platform/settings.ts'
import type { HeldPlace } from './held-place.ts'

/** Keeps what stands on the screens for the next start, and says of it what no first screen asks. */
export interface StoodKeeper {
  keepSomebody(who: 'temporary' | 'registered' | null): void
  keepHeld(held: readonly HeldPlace[]): void
  keepFavorites(count: number): void
  /** Somebody was here by an account. */
  wasRegistered(): boolean
}

export function createStoodKeeper(settings: Pick<Settings, 'read' | 'write'>): StoodKeeper {
  /** Once for each change: it is called whenever something is drawn. */
  function write(key: string, value: string): void {
    if (settings.read(key) !== value) settings.write(key, value)
  }
  return {
    wasRegistered: () => settings.read('somebody') === 'registered',
    keepFavorites: count => write('favorites', String(count)),
    keepSomebody: who => write('somebody', who ?? 'no'),
    keepHeld: held =>
      write('held', held.map(({ kind, officeSlug }) => `${kind.slice(0, 1)}:${officeSlug}`).join(' ')),
  }
}

export const stoodKeeper = createStoodKeeper(browserSettings(() => localStorage))
