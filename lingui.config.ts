import { defineConfig } from '@lingui/conf'
import { formatter } from '@lingui/format-po'

/**
 * What the first paint says: a catalogue of its own, so that it does not wait for the words of every other
 * screen.
 */
const FIRST = [
  'src/app/application.tsx',
  'src/app/screen-boundary.tsx',
  'src/app/first-frame',
  'src/app/shell/mobile-dock.tsx',
  'src/app/shell/desktop-rail.tsx',
  'src/app/shell/use-nav-items.ts',
  'src/screens/home',
  'src/screens/shared',
  'src/texts/wait-text.tsx',
  'src/texts/opening-text.tsx',
]

/** What a device says of the installed application: the build reads these words, no page does. */
const MANIFEST = 'src/app/manifest'

/** Spanish is written first, as it is spoken in Chile; the other two are translated from it. */
export default defineConfig({
  sourceLocale: 'es',
  locales: ['es', 'en', 'pt'],
  catalogs: [
    { path: 'locales/{locale}/first', include: FIRST },
    {
      path: 'locales/{locale}/screens',
      include: ['src/app', 'src/screens', 'src/texts', 'src/video'],
      exclude: [...FIRST, MANIFEST],
    },
    { path: 'locales/{locale}/manifest', include: [MANIFEST] },
    { path: 'locales/{locale}/desk', include: ['src/desk', 'src/texts', 'src/video'] },
  ],
  format: formatter({ lineNumbers: false }),
})
