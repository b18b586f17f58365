/**
 * For which browsers scripts and styles are written out, as esbuild names them: what an older one lacks is
 * said in what it has, as far as that goes. `tests/build/source.test.ts` holds our own code to them.
 * @see docs/decisions/oldest-browsers.md
 */
export const OLDEST_BROWSERS = ['chrome111', 'edge111', 'firefox121', 'safari16.4', 'ios16.4']
