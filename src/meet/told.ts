import { type Stop, Subscribers } from '#src/platform/subscribers.ts'

/**
 * A state that is replaced, never changed, and told to whoever watches it: what React's useSyncExternalStore
 * wants.
 */
export class Told<State extends object> {
  readonly #listeners = new Subscribers<void>()
  #state: State

  constructor(state: State) {
    this.#state = state
  }

  readonly getState = (): State => this.#state
  readonly subscribe = (listener: () => void): Stop => this.#listeners.add(listener)

  protected become(change: Partial<State>): void {
    this.#state = { ...this.#state, ...change }
    this.#listeners.tell()
  }
}
