import type { PhoenixLimits } from './limits.ts'
import { MessageMeter } from './message-meter.ts'

/** Addresses that are remembered; the one that was not heard of for longest is forgotten first. */
const ADDRESSES = 20_000

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
>

/**
 * What each address has had of this process: attempts to connect, requests by long poll, sockets that it
 * holds.
 */
export class AddressBook {
  readonly #limits: AddressLimits
  readonly #now: () => number
  readonly #entries = new Map<string, Entry>()
  /** As many as there are open sockets, which have an end of their own. */
  readonly #held = new Map<string, number>()

  constructor(limits: AddressLimits, now: () => number) {
    this.#limits = limits
    this.#now = now
  }

  /** Whether one more attempt is all right. An attempt that comes to nothing is to be told to `failed`. */
  mayConnect(address: string): boolean {
    const held = this.#held.get(address) ?? 0
    return held < this.#limits.addressSockets && this.#entryOf(address).connects.take()
  }

  /** Whoever guesses tokens gets fewer guesses than whoever has one gets sockets. */
  failed(address: string): void {
    this.#entryOf(address).connects.charge(this.#limits.failedConnectCost - 1)
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
    this.#entries.delete(address)
    this.#entries.set(address, entry)
    if (this.#entries.size > ADDRESSES) {
      for (const oldest of this.#entries.keys()) {
        this.#entries.delete(oldest)
        break
      }
    }
    return entry
  }
}
