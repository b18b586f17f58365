import { expect } from 'vitest'

/** Asks again until the expectation holds; given up as hanging by the configuration's bound for polls. */
export function soon<Value>(ask: () => Value) {
  return expect.poll(ask)
}
