import type { Language } from '#contract/primitives.ts'
import type { FrameKind, View } from './frame-id.ts'

interface Screen {
  address: RegExp
  /** Shows it, beside the application itself. */
  module: string
  /** What is shown there lies on this device, and is reached by the flows' own part. */
  isHeld?: true
  /** Stands there until then. */
  frame: FrameKind | null
  /** Says less than the screens do, which is enough to paint it. */
  words?: 'lists'
}

/**
 * The screens to which a link leads from outside: the routes' own list, for a script that comes before them.
 * `tests/build/screen-modules.test.ts` holds the two together.
 */
const SCREENS: readonly Screen[] = [
  { address: /^\/$/, module: 'src/screens/home/home-lists.tsx', frame: 'home', words: 'lists' },
  { address: /^\/search$/, module: 'src/screens/browse/browse-screen.tsx', frame: 'search' },
  {
    address: /^\/(offices\/[^/]+(\/lines\/[^/]+)?|lines\/\d+)$/,
    module: 'src/screens/browse/browse-screen.tsx',
    frame: 'office',
  },
  {
    address: /^\/offices\/[^/]+\/lines\/[^/]+\/take$/,
    module: 'src/screens/take/take-screen.tsx',
    frame: 'take',
  },
  {
    address: /^\/offices\/[^/]+\/lines\/[^/]+\/book$/,
    module: 'src/screens/book/book-screen.tsx',
    frame: 'book',
  },
  {
    address: /^\/(tickets|reservations)(\/[^/]+)?$/,
    module: 'src/screens/tickets/tickets-screen.tsx',
    isHeld: true,
    frame: null,
  },
  {
    address: /^\/n\/[^/]+$/,
    module: 'src/app/more-routes.tsx',
    isHeld: true,
    frame: null,
  },
  { address: /^\/profile$/, module: 'src/screens/profile/profile-screen.tsx', frame: null },
]

const screenAt = (path: string) => SCREENS.find(({ address }) => address.test(path))

export const frameKindOf = (path: string): FrameKind | null => screenAt(path)?.frame ?? null

const ICONS = 'src/ui/late-icons.ts'
const FLOWS = 'src/app/compose-flows.ts'
const DOCKS: Record<View, string> = {
  mobile: 'src/app/shell/mobile-dock.tsx',
  desktop: 'src/app/shell/desktop-rail.tsx',
}

/** The words of the screens; Spanish has those of the first paint in the first download. */
const wordsOf = (language: Language) => [
  ...(language === 'es' ? [] : [`locales/${language}/first.po`]),
  `locales/${language}/screens.po`,
]

/** The modules that an address needs beside the application itself, by their paths in this repository. */
export function modulesOf(path: string, language: Language, view: View): string[] {
  const screen = screenAt(path)
  return [
    // Nothing is painted without them.
    ...wordsOf(language),
    ...(screen ? [screen.module] : []),
    ...(screen?.words ? [`locales/${language}/${screen.words}.po`] : []),
    ICONS,
    ...(screen?.isHeld ? [FLOWS] : []),
    DOCKS[view],
  ]
}

/** All that any address may need so. */
export const everyModule = (languages: readonly Language[]): string[] => [
  ...new Set([
    ...SCREENS.map(({ module }) => module),
    ICONS,
    FLOWS,
    ...languages.flatMap(language => [...wordsOf(language), `locales/${language}/lists.po`]),
    ...Object.values(DOCKS),
  ]),
]
