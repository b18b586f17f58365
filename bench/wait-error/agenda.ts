interface Entry {
  at: number
  happen: () => Promise<void> | void
}

/** What will happen, in order of its time. */
export class Agenda {
  readonly #entries: Entry[] = []

  add(at: number, happen: Entry['happen']): void {
    const index = this.#entries.findLastIndex(entry => entry.at <= at)
    this.#entries.splice(index + 1, 0, { at, happen })
  }

  /** Lets everything happen, also what is added meanwhile. `setTime` is called before each. */
  async run(setTime: (at: number) => void): Promise<void> {
    for (let entry = this.#entries.shift(); entry; entry = this.#entries.shift()) {
      setTime(entry.at)
      await entry.happen()
    }
  }
}
