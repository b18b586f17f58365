/** The element of a page that holds what it brings along: JSON, which no browser runs. */
export const BROUGHT_ID = 'numerito-brought'

/** The kinds of screen whose top the server writes into the page of their addresses. */
export type BroughtFrame = 'search' | 'office' | 'take' | 'book'

/** An office at the head of a list, for somebody who has not said where they are. */
export interface ListHead {
  id: number
  /** Now, by its own clock: round the clock, until an hour, or not. */
  opening: 'always' | 'until' | 'shut'
  /** Where it is shown by itself: its category's colour, #rrggbb. */
  brand?: string
}

/** What a screen would ask for first, come with the page in one journey. */
export interface BroughtAlong {
  /** When the server made it, milliseconds since the epoch. */
  at: number
  /** By the path of the question at this origin, as the application asks it: what would be answered. */
  answers: Record<string, unknown>
  /** Where a list of offices is among the answers, those that stand first in it; else the one shown. */
  head?: readonly ListHead[]
}
