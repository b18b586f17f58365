import { createHash } from 'node:crypto'
import type { Hub } from './hub.ts'
import { LongPollTransport } from './longpoll-transport.ts'

/** Something that a client wants of its session, whichever process it reached. */
export interface Question {
  /** Digest of the session's token: by it the session is found, and nobody who reads it can poll. */
  key: string
  /** Digest of what the client authenticates with; null where it brought nothing. */
  bearer: string | null
  /** What it posts, line by line; null where it polls. */
  posted: string[] | null
}

export interface Answer {
  status: 200 | 204 | 403 | 410
  messages: string[]
}

interface Session {
  transport: LongPollTransport
  /**
   * The poll's token is in the address, where logs may see it: reading also takes what the client connected
   * with.
   */
  bearer: string | null
}

export const digestOf = (secret: string): string => createHash('sha256').update(secret).digest('base64url')

/**
 * The genuine client sends bytes as base64 here. A message of text is a JSON array, and no base64 has a
 * bracket.
 */
const decodeLine = (line: string): string | Uint8Array =>
  /^[A-Za-z0-9+/]+=*$/.test(line) ? Buffer.from(line, 'base64') : line

/** The long-poll sessions that live in this process. */
export class LongPollSessions<Identity, Assigns> {
  readonly #hub: Hub<Identity, Assigns>
  readonly #sessions = new Map<string, Session>()

  constructor(hub: Hub<Identity, Assigns>) {
    this.#hub = hub
  }

  open(key: string, bearer: string | null, identity: Identity, onGone: () => void): void {
    const transport = new LongPollTransport(this.#hub.limits, this.#hub.timers, () => {
      this.#sessions.delete(key)
      onGone()
    })
    transport.start(this.#hub.open(identity, transport))
    this.#sessions.set(key, { transport, bearer })
  }

  has(key: string): boolean {
    return this.#sessions.has(key)
  }

  /** @returns to be called where the client hangs up before it is answered */
  async ask({ key, bearer, posted }: Question, answer: (answer: Answer) => void): Promise<() => void> {
    const session = this.#sessions.get(key)
    // The token in the address opens the session; whether its owner may still use it is asked each time.
    const stays = session !== undefined && (await session.transport.mayStay())
    const say = (status: Answer['status']) => {
      answer({ status, messages: [] })
      return () => {}
    }
    if (!stays) return say(410)
    // The genuine client posts without it; whoever brings one must bring the right one.
    if (bearer !== session.bearer && (posted === null || bearer !== null)) return say(403)
    if (posted !== null) return say(session.transport.receive(posted.map(decodeLine)) ? 200 : 410)
    session.transport.poll(answer)
    return () => session.transport.hungUp(answer)
  }

  /** What was said to a client is lost: it must begin anew, and catch up. */
  lose(key: string): void {
    this.#sessions.get(key)?.transport.lose()
  }
}
