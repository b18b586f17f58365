import { pbkdf2 } from '@noble/hashes/pbkdf2.js'
import { sha256 } from '@noble/hashes/sha2.js'
import type { DeriveKeyFunction } from 'altcha-lib/types'
import { breath } from '#src/platform/breath.ts'

/** The page is painted and hears the person so often meanwhile. */
const STEP_MS = 40

/**
 * Derives a challenge's keys without the browser's own cryptography, which a page has only over https or from
 * its own machine: a desk on an office's network proves its work too, some ten times slower.
 */
export function derivingPlainly(): DeriveKeyFunction {
  let rested = performance.now()
  return async ({ cost, keyLength }, salt, password) => {
    if (performance.now() - rested > STEP_MS) {
      await breath()
      rested = performance.now()
    }
    return { derivedKey: pbkdf2(sha256, password, salt, { c: cost, dkLen: keyLength }) }
  }
}
