import { browserSettings, type Settings } from '#src/platform/settings.ts'
import { favoritesIn, heldIn, type HeldPlace } from './held-place.ts'

/**
 * What stood on this device's screens last: who is here and what they hold comes out of a database and from
 * the server, after the first drawing, and must not push away what is about to be pressed. It keeps places
 * free, and says nothing to anybody. It is in the first download; who keeps it is not (`keep-last-stood.ts`).
 */
export interface LastStood {
  /** Somebody was here, and not a guest. */
  somebody(): boolean
  held(): readonly HeldPlace[]
  /** How many favourites there were. */
  favorites(): number
}

export const createLastStood = (settings: Pick<Settings, 'read'>): LastStood => ({
  // By an earlier version: yes.
  somebody: () => /^(yes|temporary|registered)$/.test(settings.read('somebody') ?? ''),
  held: () => heldIn(settings),
  favorites: () => favoritesIn(settings),
})

export const lastStood = createLastStood(browserSettings(() => localStorage))
