/** Whether the browser promises to keep what is stored here, even when it is short of room. */
export type Persistence = 'persisted' | 'refused' | 'unsupported'

export interface StorageRoom {
  /** Bytes. */
  usage: number
  quota: number
}

export interface StorageKeeper {
  /**
   * Asks for the promise. Some browsers ask the person, so it is asked only when there is something to lose.
   */
  persist(): Promise<Persistence>
  /** Null where the browser does not say. */
  estimate(): Promise<StorageRoom | null>
  /**
   * Forgets the lines that the worker has kept: they say where somebody went (cache-life.ts of the worker).
   */
  forgetLines(): Promise<void>
  /** Whether something can be stored at all, tried out beside whatever else is kept. */
  hasRoom(): Promise<boolean>
}

/** The worker's own name for it; tests/unit/sw hold the two together. */
export const LINES_CACHE = 'lines-v1'
const PROBE = 'room-probe'
const PROBE_BYTES = 128 * 1024

/** A private window has some hundred megabytes at most where a normal one has gigabytes. */
const PRIVATE_QUOTA_BYTES = 300 * 1024 * 1024

/**
 * A hint, no proof: browsers do not tell a private window. Used to warn that receipts may be gone with the
 * window.
 */
export function looksPrivate(persistence: Persistence | 'asking', room: StorageRoom | null): boolean {
  return persistence !== 'persisted' && room !== null && room.quota < PRIVATE_QUOTA_BYTES
}

export function browserStorageKeeper(
  navigator: { storage?: Partial<Pick<StorageManager, 'persist' | 'persisted' | 'estimate'>> },
  openCaches: () => Pick<CacheStorage, 'open' | 'delete'>,
): StorageKeeper {
  const { storage } = navigator
  return {
    async persist() {
      if (!storage?.persist) return 'unsupported'
      try {
        if (await storage.persisted?.()) return 'persisted'
        return (await storage.persist()) ? 'persisted' : 'refused'
      } catch {
        return 'refused'
      }
    },
    async forgetLines() {
      try {
        await openCaches().delete(LINES_CACHE)
      } catch {
        // Without a cache there is nothing to forget.
      }
    },
    async hasRoom() {
      try {
        const caches = openCaches()
        const cache = await caches.open(PROBE)
        try {
          await cache.put(`/${PROBE}`, new Response(new Uint8Array(PROBE_BYTES)))
        } finally {
          await caches.delete(PROBE)
        }
        return true
      } catch (error) {
        // Without a cache (plain http) nobody can tell.
        return error instanceof ReferenceError
      }
    },
    async estimate() {
      if (!storage?.estimate) return null
      try {
        const { usage = 0, quota = 0 } = await storage.estimate()
        return { usage, quota }
      } catch {
        return null
      }
    },
  }
}
