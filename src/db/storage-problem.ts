/**
 * - `full`: the device or the browser has no room left for us
 * - `refused`: the browser keeps nothing (a private window of some browsers, a setting)
 * - `broken`: what the browser keeps for us cannot be read or written, and nobody said why
 */
export type StorageProblem = 'full' | 'refused' | 'broken'

interface ErrorLike {
  name?: string
  message?: string
  inner?: unknown
  failures?: unknown[]
}

/** Dexie wraps what happened, sometimes twice, and a bulk write lists it. */
function causesOf(error: unknown, depth = 0): ErrorLike[] {
  if (typeof error !== 'object' || error === null || depth > 4) return []
  const { inner, failures = [] } = error as ErrorLike
  return [error, ...[inner, ...failures].flatMap(cause => causesOf(cause, depth + 1))]
}

const REFUSALS = new Set(['MissingAPIError', 'MissingApiError', 'SecurityError'])
/**
 * A connection that the browser closed under us answers InvalidStateError; a transaction that it gave up by
 * itself, as on a full device, AbortError: what we throw in one comes out as what we threw.
 */
const BREAKS = new Set([
  'OpenFailedError',
  'UnknownError',
  'InvalidStateError',
  'NotReadableError',
  'AbortError',
  'StorageSilentError',
])
/** Older Firefox in a private window: an InvalidStateError whose words alone tell it from a broken file. */
const NO_MUTATIONS = /did not allow mutations/i
/** Chromium that is told to block what sites keep: an UnknownError, and its words alone say so. */
const DENIED = /denied permission/i
/** Chromium speaks of a full device as of an unknown error, and names it in the words alone. */
const NO_ROOM = /NO_SPACE|no space|disk (is )?full|quota/i

/** What the browser's storage suffers from, or null where the fault is none of the storage. */
export function problemOf(error: unknown): StorageProblem | null {
  const causes = causesOf(error)
  const isOneOf = (names: ReadonlySet<string>) => causes.some(({ name = '' }) => names.has(name))
  if (causes.some(({ name }) => name === 'QuotaExceededError')) return 'full'
  const isBroken = isOneOf(BREAKS)
  if (isBroken && causes.some(({ message = '' }) => NO_ROOM.test(message))) return 'full'
  const isTold = causes.some(({ message = '' }) => NO_MUTATIONS.test(message) || DENIED.test(message))
  if (isOneOf(REFUSALS) || isTold) return 'refused'
  return isBroken ? 'broken' : null
}
