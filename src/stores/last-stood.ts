import { browserSettings, type Settings } from '#src/platform/settings.ts'
import { heldIn, type HeldPlace } from './held-place.ts'

/**
 * What stood on this device's screens last: who is here and what they hold comes out of a database and from
 * the server, after the first drawing, and must not push away what is about to be pressed. It keeps places
 * free, and says nothing to anybody.
 */
export interface LastStood {
  /** Somebody was here, and not a guest. */
  somebody(): boolean
  /** And by an account. */
  registered(): boolean
  held(): readonly HeldPlace[]
  keepSomebody(who: 'temporary' | 'registered' | null): void
  keepHeld(held: readonly HeldPlace[]): void
}

export function createLastStood(settings: Settings): LastStood {
  /** Once for each change: it is called whenever something is drawn. */
  function write(key: string, value: string): void {
    if (settings.read(key) !== value) settings.write(key, value)
  }
  return {
    // By an earlier version: yes.
    somebody: () => /^(yes|temporary|registered)$/.test(settings.read('somebody') ?? ''),
    registered: () => settings.read('somebody') === 'registered',
    held: () => heldIn(settings),
    keepSomebody: who => write('somebody', who ?? 'no'),
    keepHeld: held =>
      write('held', held.map(({ kind, officeSlug }) => `${kind.slice(0, 1)}:${officeSlug}`).join(' ')),
  }
}

export const lastStood = createLastStood(browserSettings(() => localStorage))
