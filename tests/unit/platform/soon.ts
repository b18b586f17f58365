import { expect, vi } from 'vitest'

/** Machines that run tests are often loaded. */
const PATIENCE_MS = 10_000

/** Asks again until the expectation holds. */
export function soon<Value>(ask: () => Value) {
  return expect.poll(ask, { timeout: PATIENCE_MS })
}

/** For files whose tests wait for a network: more time than a plain test has. */
export function bePatient(): void {
  vi.setConfig({ testTimeout: 3 * PATIENCE_MS })
}
