/**
 * - `full`: the browser has no room left for us
 * - `refused`: it keeps nothing (a private window of some browsers, a setting)
 */
export type StorageProblem = 'full' | 'refused'

export class StorageError extends Error {
  readonly problem: StorageProblem

  constructor(problem: StorageProblem, cause?: unknown) {
    super(`the browser's storage is ${problem}`, { cause })
    this.name = 'StorageError'
    this.problem = problem
  }
}

/** Runs an operation; what the browser refuses is reported and thrown as StorageError (OFFL-05). */
export type StorageGuard = <Value>(operation: () => PromiseLike<Value>) => Promise<Value>

interface ErrorLike {
  name?: string
  inner?: unknown
  failures?: unknown[]
}

/** Dexie wraps what happened, sometimes twice, and a bulk write lists it. */
function namesOf(error: unknown, depth = 0): string[] {
  if (typeof error !== 'object' || error === null || depth > 4) return []
  const { name, inner, failures = [] } = error as ErrorLike
  return [name ?? '', ...[inner, ...failures].flatMap(cause => namesOf(cause, depth + 1))]
}

const REFUSALS = new Set([
  'OpenFailedError',
  'MissingAPIError',
  'MissingApiError',
  'SecurityError',
  'InvalidStateError',
  'UnknownError',
])

export function problemOf(error: unknown): StorageProblem | null {
  const names = namesOf(error)
  if (names.includes('QuotaExceededError')) return 'full'
  return names.some(name => REFUSALS.has(name)) ? 'refused' : null
}

export function createStorageGuard(report: (problem: StorageProblem) => void): StorageGuard {
  return async operation => {
    try {
      return await operation()
    } catch (error) {
      if (error instanceof StorageError) throw error
      const problem = problemOf(error)
      if (problem === null) throw error
      report(problem)
      throw new StorageError(problem, error)
    }
  }
}
