import { reportFault } from './report-fault.ts'

/** Ends a subscription. */
export type Stop = () => void

/** Those who want to be told. One that throws does not keep the news from the others. */
export class Subscribers<News> {
  readonly #listeners = new Set<(news: News) => void>()

  add(listener: (news: News) => void): Stop {
    // Wrapped, so that one function added twice is told twice and stops separately.
    const own = (news: News) => listener(news)
    this.#listeners.add(own)
    return () => void this.#listeners.delete(own)
  }

  tell(news: News): void {
    // Those who listen now: one that is added by what it hears is told from the next time on.
    const listeners = [...this.#listeners]
    for (const listener of listeners) {
      try {
        listener(news)
      } catch (error) {
        reportFault(error)
      }
    }
  }
}
