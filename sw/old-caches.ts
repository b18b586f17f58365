import { CACHE_NAMES } from './cache-life.ts'
import { worker } from './worker.ts'

const OURS = /^(offices|lines)-v\d+$/

/** Answers kept in an older shape. */
export async function dropOldCaches(): Promise<void> {
  const names = await worker.caches.keys()
  await Promise.all(
    names
      .filter(name => OURS.test(name) && !CACHE_NAMES.includes(name))
      .map(name => worker.caches.delete(name)),
  )
}
