import { defineConfig } from '@lingui/conf'
import { formatter } from '@lingui/format-po'

/**
 * What the first paint says: a catalogue of its own, so that it does not wait for the words of every other
 * screen.
 */
const FIRST = [
  'src/app/screen-lost.tsx',
  'src/app/shell/mobile-dock.tsx',
  'src/app/shell/desktop-rail.tsx',
  'src/app/shell/use-nav-items.ts',
  'src/screens/home/home-header.tsx',
  'src/screens/home/home-screen.tsx',
  'src/screens/home/home-search.tsx',
]

/**
 * What home's lists say, which come right after it. The other screens say the same: they have it in theirs.
 */
const LISTS = [
  'src/screens/home/category-tiles.tsx',
  'src/screens/home/near-offices.tsx',
  'src/screens/shared/failed-load.tsx',
  'src/screens/shared/near-me-chip.tsx',
  'src/screens/shared/office-row.tsx',
  'src/screens/shared/office-wait.tsx',
  'src/screens/shared/offline-note.tsx',
  'src/texts/opening-text.tsx',
  'src/texts/wait-text.tsx',
]

/** What the desk says before anybody is signed in: a catalogue of its own, for the same reason. */
const DOOR = ['src/desk/desk.tsx', 'src/desk/late.tsx', 'src/desk/sign-in', 'src/texts/door-error-texts.ts']

/** Asked of those who take a number by themselves. */
const PREFERENCE = 'src/texts/preference-texts.ts'

/** Of what all say, what the kiosk does: a tablet has no use for the rest. */
const KIOSK_TEXTS = ['src/texts/opening-text.tsx', PREFERENCE, 'src/texts/wait-text.tsx']

/** Of what a desk says, what few come to read. */
const SETTINGS = 'src/desk/settings'

/** What a device says of the installed application: the build reads these words, no page does. */
const MANIFEST = 'src/app/manifest'

/** Spanish is written first, as it is spoken in Chile; the other two are translated from it. */
export default defineConfig({
  sourceLocale: 'es',
  locales: ['es', 'en', 'pt'],
  catalogs: [
    { path: 'locales/{locale}/first', include: FIRST },
    { path: 'locales/{locale}/lists', include: LISTS },
    {
      path: 'locales/{locale}/screens',
      include: ['src/app', 'src/screens', 'src/texts', 'src/video'],
      exclude: [...FIRST, MANIFEST],
    },
    { path: 'locales/{locale}/manifest', include: [MANIFEST] },
    { path: 'locales/{locale}/door', include: DOOR },
    {
      path: 'locales/{locale}/desk',
      include: ['src/desk', 'src/paper', 'src/texts', 'src/video'],
      exclude: [...DOOR, SETTINGS, PREFERENCE],
    },
    { path: 'locales/{locale}/settings', include: [SETTINGS] },
    { path: 'locales/{locale}/wall', include: ['src/wall'] },
    { path: 'locales/{locale}/kiosk', include: ['src/kiosk', 'src/paper', ...KIOSK_TEXTS] },
  ],
  format: formatter({ lineNumbers: false }),
})
