import { type Answer, ask } from './ask.ts'
import type { Asked, History } from './history.ts'
import type { Request } from './operation.ts'
import type { MortalServer } from './servers.ts'

/** A wish is repeated, a press asked about, for about as long as a server is away. */
const PATIENCE_MS = 60_000
export const BETWEEN_TRIES_MS = 250

type Reached = Pick<MortalServer, 'origin'>
type Tail<List> = List extends [unknown, ...infer Rest] ? Rest : never

/** What everybody shares who asks: where the servers are, and the book in which it is written. */
export class Asking {
  readonly history: History = { asked: [], told: [], mishaps: [], unanswered: {}, errors: {} }
  readonly servers: readonly Reached[]
  readonly #began = performance.now()

  constructor(servers: readonly Reached[]) {
    this.servers = servers
  }

  /** Milliseconds since the beginning. */
  since(): number {
    return Math.round(performance.now() - this.#began)
  }

  origin(server: number): string {
    return this.servers[server]?.origin ?? ''
  }

  /** Asks a server once, and counts of what kind the answers are that say nothing. */
  async ask(server: number, ...what: Tail<Parameters<typeof ask>>): Promise<Answer> {
    const answer = await ask(this.origin(server), ...what)
    const { unanswered } = this.history
    if (answer.outcome === 'lost') unanswered[answer.said] = (unanswered[answer.said] ?? 0) + 1
    return answer
  }

  /** Whether it is too early to give up. A try may take seconds, so it is not the tries that are counted. */
  mayTryUntil(): () => boolean {
    const until = this.since() + PATIENCE_MS
    return () => this.since() < until
  }

  write(operation: string, who: string, server: number, request: Pick<Request, 'promises' | 'about'>): Asked {
    const { promises, about } = request
    const asked: Asked = {
      nth: this.history.asked.length + 1,
      operation,
      who,
      server,
      from: this.since(),
      to: 0,
      outcome: 'lost',
      said: '',
      promises,
      about: [...about],
    }
    this.history.asked.push(asked)
    return asked
  }

  answered(asked: Asked, request: Request, { outcome, said, body }: Answer): void {
    Object.assign(asked, { outcome, said, to: this.since() })
    if (outcome === 'done' && body !== null) request.heed?.(body as never, asked)
  }
}
