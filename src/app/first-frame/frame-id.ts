import type { BroughtFrame } from '#contract/brought-along.ts'
import type { Language } from '#contract/primitives.ts'

export const VIEWS = ['mobile', 'desktop'] as const
export type View = (typeof VIEWS)[number]

/** The kinds of screen whose top stands in a page before the application runs; home's in every page. */
export const FRAME_KINDS = ['home', 'search', 'office', 'take', 'book'] as const satisfies readonly (
  | 'home'
  | BroughtFrame
)[]
export type FrameKind = (typeof FRAME_KINDS)[number]

/** What the page's script writes into a frame, or takes out of it. */
export type Slot =
  | 'name'
  | 'category'
  | 'demo'
  | 'place'
  | 'address'
  | 'rows'
  | 'kind'
  | 'web'
  | 'wait'
  | 'nobody'
  | 'one'
  | 'many'
  | 'call'
  | 'unsaid'
  | 'late'
  | 'figure'
  | 'now'
  | 'minutes'
  | 'between'
  | 'from'
  | 'to'
  | 'number'
  | 'folder'
  | 'actions'
  | 'take'
  | 'book'
  | 'always'
  | 'until'
  | 'shut'

/** Marks the place of one of them. */
export const slot = (name: Slot) => ({ 'data-slot': name })

/** The id of the template that says in a language that the application did not start. */
export const notStartedId = (language: Language): string => `not-started-${language}`

/** The id of the template that holds a kind of frame for a language and a view. */
export const frameId = (kind: FrameKind, language: Language, view: View): string =>
  `frame-${kind}-${language}-${view}`
