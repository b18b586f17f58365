import { BROUGHT_ID, type BroughtAlong } from '#contract/brought-along.ts'

type Page = Pick<Document, 'getElementById'>

/** What the page brought along, or null. */
export function readBrought(page: Page): BroughtAlong | null {
  const text = page.getElementById(BROUGHT_ID)?.textContent
  return text ? (JSON.parse(text) as BroughtAlong) : null
}

/**
 * What the page itself brought of what its screen would ask for: the server wrote both, so nothing has to be
 * judged anew.
 */
export interface Brought {
  /**
   * Each answer once: whoever asks again wants a newer one.
   * @param path of the question, from the root
   */
  take(path: string): { answer: unknown; at: number } | undefined
  /** The questions that came answered, by their paths. */
  paths: readonly string[]
}

export function broughtBy(page: Page): Brought {
  const brought = readBrought(page)
  const answers = new Map(Object.entries(brought?.answers ?? {}))
  return {
    paths: [...answers.keys()],
    take(path) {
      const answer = answers.get(path)
      answers.delete(path)
      return answer === undefined || !brought ? undefined : { answer, at: brought.at }
    },
  }
}
