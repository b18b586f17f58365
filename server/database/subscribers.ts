import type { DatabaseLog } from './database.ts'

export interface Subscriber {
  onPayload: (payload: string) => void
  onGap?: () => void
}

/** Who listens to which channel. A subscriber that throws is logged, and keeps nobody else from hearing. */
export class Subscribers {
  readonly #channels = new Map<string, Set<Subscriber>>()
  readonly #log: DatabaseLog

  constructor(log: DatabaseLog) {
    this.#log = log
  }

  get channels(): string[] {
    return [...this.#channels.keys()]
  }

  add(channel: string, subscriber: Subscriber): void {
    const known = this.#channels.get(channel)
    if (known) known.add(subscriber)
    else this.#channels.set(channel, new Set([subscriber]))
  }

  /** @returns whether it was there, and the last of its channel */
  remove(channel: string, subscriber: Subscriber): boolean {
    const known = this.#channels.get(channel)
    if (!known?.delete(subscriber) || known.size > 0) return false
    this.#channels.delete(channel)
    return true
  }

  tell(channel: string, payload: string): void {
    // Whoever subscribes while others are told has not missed this one.
    const listening = Array.from(this.#channels.get(channel) ?? [])
    for (const { onPayload } of listening) this.#call(channel, () => onPayload(payload))
  }

  tellGap(): void {
    for (const channel of this.channels) {
      const listening = Array.from(this.#channels.get(channel) ?? [])
      for (const { onGap } of listening) if (onGap) this.#call(channel, onGap)
    }
  }

  #call(channel: string, listener: () => void): void {
    try {
      listener()
    } catch (error) {
      this.#log.error({ err: error, channel }, 'a listener to the database failed')
    }
  }
}
