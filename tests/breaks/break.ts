/** One fault that somebody might make: a line as it stands, and what it is broken into. */
export interface Break {
  /** From the project's root. */
  file: string
  /** Stands exactly once in the file. */
  stands: string
  becomes: string
  /** What a person would suffer. */
  harm: string
  /** The test files that are expected to see it, from the project's root. */
  tests: string[]
  /** Only there does it do harm. */
  on?: 'postgres'
  /** No test saw it when it was first tried; the test, by its name, that was written for it. */
  mendedBy?: string
}
