import type { PhoenixLimits } from './limits.ts'
import { MessageMeter } from './message-meter.ts'

/** Addresses that are remembered; the one that was not heard of for longest is forgotten first. */
const ADDRESSES = 20_000
/** Tokens likewise: as many as there may be sockets. */
const KNOWN_TOKENS = 50_000

interface Entry {
  connects: MessageMeter
  polls: MessageMeter
}

type AddressLimits = Pick<
  PhoenixLimits,
  | 'addressSockets'
  | 'addressConnects'
  | 'addressConnectsPerSecond'
  | 'addressPolls'
  | 'addressPollsPerSecond'
  | 'failedConnectCost'
  | 'knownConnects'
  | 'knownConnectsPerSecond'
>

/**
 * What each address has had of this process: attempts to connect, requests by long poll, sockets that it
 * holds; and which tokens were somebody's lately.
 */
export class AddressBook {
  readonly #limits: AddressLimits
  readonly #now: () => number
  readonly #entries = new Map<string, Entry>()
  /** As many as there are open sockets, which have an end of their own. */
  readonly #held = new Map<string, number>()
  /** By a token's digest. */
  readonly #known = new Map<string, MessageMeter>()

  constructor(limits: AddressLimits, now: () => number) {
    this.#limits = limits
    this.#now = now
  }

  /**
   * Whether one more attempt is all right. What came of it is to be told to `failed` or `succeeded`.
   * @param token by its digest, here and there; null where there was none
   */
  mayConnect(address: string, token: string | null): boolean {
    if ((this.#held.get(address) ?? 0) >= this.#limits.addressSockets) return false
    const own = token === null ? undefined : this.#known.get(token)
    return own?.take() || this.#entryOf(address).connects.take()
  }

  /** Whoever guesses tokens gets fewer guesses than whoever has one gets sockets. */
  failed(address: string, token: string | null): void {
    if (token !== null) this.#known.delete(token)
    this.#entryOf(address).connects.charge(this.#limits.failedConnectCost - 1)
  }

  succeeded(token: string): void {
    const { knownConnects, knownConnectsPerSecond } = this.#limits
    const own = this.#known.get(token) ?? new MessageMeter(knownConnects, knownConnectsPerSecond, this.#now)
    keepNewest(this.#known, token, own, KNOWN_TOKENS)
  }

  mayPoll(address: string): boolean {
    return this.#entryOf(address).polls.take()
  }

  /** @returns to be called when the socket is gone; a second time does nothing */
  hold(address: string): () => void {
    this.#held.set(address, (this.#held.get(address) ?? 0) + 1)
    let isHeld = true
    return () => {
      if (!isHeld) return
      isHeld = false
      const left = (this.#held.get(address) ?? 0) - 1
      if (left > 0) this.#held.set(address, left)
      else this.#held.delete(address)
    }
  }

  #entryOf(address: string): Entry {
    const { addressConnects, addressConnectsPerSecond, addressPolls, addressPollsPerSecond } = this.#limits
    const entry = this.#entries.get(address) ?? {
      connects: new MessageMeter(addressConnects, addressConnectsPerSecond, this.#now),
      polls: new MessageMeter(addressPolls, addressPollsPerSecond, this.#now),
    }
    keepNewest(this.#entries, address, entry, ADDRESSES)
    return entry
  }
}

function keepNewest<Value>(kept: Map<string, Value>, key: string, value: Value, most: number): void {
  kept.delete(key)
  kept.set(key, value)
  if (kept.size <= most) return
  for (const oldest of kept.keys()) {
    kept.delete(oldest)
    return
  }
}
