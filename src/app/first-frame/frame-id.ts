import type { Language } from '#contract/primitives.ts'

export const VIEWS = ['mobile', 'desktop'] as const
export type View = (typeof VIEWS)[number]

export const FRAME_KINDS = ['home', 'search', 'office', 'take', 'book'] as const
export type FrameKind = (typeof FRAME_KINDS)[number]

/**
 * In which views a kind has a frame: a desk is quick enough without, and each makes the page longer for
 * everybody.
 */
export const viewsOf = (kind: FrameKind): readonly View[] => (kind === 'home' ? VIEWS : ['mobile'])

/** What the page's script writes into a frame. */
export const SLOTS = ['name', 'category', 'address'] as const
export type Slot = (typeof SLOTS)[number]

/** Marks the place of one of them. */
export const slot = (name: Slot) => ({ 'data-slot': name })

/** The id of the template that says in a language that the application did not start. */
export const notStartedId = (language: Language): string => `not-started-${language}`

/** The id of the template that holds a kind of frame for a language and a view. */
export const frameId = (kind: FrameKind, language: Language, view: View): string =>
  `frame-${kind}-${language}-${view}`
