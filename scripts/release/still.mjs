// Before whatever makes the files of a release: no time passes, and chance repeats itself, so that they have
// the same bytes each time. Nothing that is secret is made here: each installation makes its own.
import crypto from 'node:crypto'

const MOMENT = Date.UTC(2026, 0, 1)

globalThis.Date = class extends Date {
  constructor(...parts) {
    super(...(parts.length === 0 ? [MOMENT] : parts))
  }
  static now() {
    return MOMENT
  }
}

let state = 1
function fill(view) {
  const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength)
  for (let at = 0; at < bytes.length; at += 1) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    bytes[at] = state >>> 16
  }
  return view
}
Object.defineProperty(crypto.webcrypto, 'getRandomValues', { value: fill })
crypto.randomFillSync = fill
