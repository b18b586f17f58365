import type { Language } from '#contract/primitives.ts'

export const VIEWS = ['mobile', 'desktop'] as const
export type View = (typeof VIEWS)[number]

/** The id of the template that says in a language that the application did not start. */
export const notStartedId = (language: Language): string => `not-started-${language}`

/** The id of the template that holds the frame for a language and a view. */
export const frameId = (language: Language, view: View): string => `frame-${language}-${view}`
