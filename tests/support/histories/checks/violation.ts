/** What is not as it was promised. */
export interface Violation {
  what: string
  /** Ids of whom and what it concerns: an excerpt shows what was asked and told of them. */
  about: string[]
}
