import type { Break } from './break.ts'

const LIVE = 'tests/unit/server/live-page.test.ts'
const WIRE = 'tests/wire/live-pages.test.ts'
const FRAME = 'tests/browser/first-frame.test.ts'

/** What a page says of its address before it runs, and what it brings along. */
export const pages: Break[] = [
  {
    file: 'server/http/live-page.ts',
    stands: "json.replaceAll('<', '\\\\u003c')",
    becomes: 'json',
    harm: 'the name of an office runs as a script in everybody’s page',
    tests: [WIRE],
  },
  {
    file: 'server/http/live-page.ts',
    stands: 'text.replace(/[&<>"]/g',
    becomes: 'text.replace(/[&<>]/g',
    harm: 'a quote in the name of an office breaks the page’s head',
    tests: [WIRE],
  },
  {
    file: 'server/http/live-page.ts',
    stands: 'await Promise.race([contentOrNull(path), tooLate])',
    becomes: 'await contentOrNull(path)',
    harm: 'a slow database holds up the page itself',
    tests: [LIVE],
  },
  {
    file: 'server/http/live-page.ts',
    stands: '    if (underWay >= UNDER_WAY_MAX) return null\n',
    becomes: '',
    harm: 'whoever tries out addresses keeps the database busy',
    tests: [LIVE],
  },
  {
    file: 'server/http/live-page.ts',
    stands: '    if (shared.size < SHARED_MAX) {',
    becomes: '    if (shared.size >= 0) {',
    harm: 'whoever invents addresses fills the server’s memory',
    tests: [LIVE],
  },
  {
    file: 'server/http/live-page.ts',
    stands: '      timers.after(SHARED_MS, () => shared.delete(path))\n',
    becomes: '',
    harm: 'an office’s page stands still as it was first opened',
    tests: [LIVE],
  },
  {
    file: 'server/http/live-page.ts',
    stands: 'const brings = bringsAnswers ? content : { ...content, answers: {} }',
    becomes: 'const brings = content',
    harm: 'a page whose services stand elsewhere shows this server’s lines',
    tests: [WIRE],
  },
  {
    file: 'server/web/page-content.ts',
    stands: 'if (error instanceof Refusal && error.status < 500) return null',
    becomes: 'if (error instanceof Refusal) throw error',
    harm: 'every mistyped address is logged as a fault of ours',
    tests: [WIRE],
  },
  {
    file: 'server/offices/pages/page-contents.ts',
    stands: '    if (body.byteLength > LIST_BYTES_MAX) return null\n',
    becomes: '',
    harm: 'home waits for a megabyte where there are thousands of offices',
    tests: [WIRE],
  },
  {
    file: 'src/queries/offices-query.ts',
    stands: '(enabled ? broughtAnswer',
    becomes: '(true ? broughtAnswer',
    harm: 'who comes by an advertisement is shown all offices unasked',
    tests: ['tests/unit/queries/queries.test.ts'],
  },
  {
    file: 'src/platform/brought-along.ts',
    stands: '      answers.delete(path)\n',
    becomes: '',
    harm: 'an hour later an office is shown as it stood when the page was opened',
    tests: ['tests/unit/platform/brought-along.test.ts'],
  },
  {
    file: 'src/app/let-keep-what-passed-by.ts',
    stands: 'brought.map(path => location.origin + path)',
    becomes: '[] as string[]',
    harm: 'what a first visit was brought is gone without a network',
    tests: ['tests/browser/offline.test.ts'],
  },
  {
    file: 'src/app/first-frame/begin.ts',
    stands: 'if (!navigator.serviceWorker?.controller)',
    becomes: 'if (navigator.serviceWorker?.controller)',
    harm: 'a screen’s files are asked for when the application has come, a journey later',
    tests: [FRAME],
  },
  {
    file: 'src/app/first-frame/begin.ts',
    stands: "kind === null || location.search.includes('itemsToHide')",
    becomes: 'kind === null',
    harm: 'what an address hides is shown until the application has come',
    tests: [FRAME],
  },
  {
    file: 'src/app/main.tsx',
    stands: '  if (!frame.firstElementChild) handOver(frame, place)\n',
    becomes: '  handOver(frame, place)\n',
    harm: 'between the first frame and the screen somebody looks at an empty page',
    tests: [FRAME],
  },
  {
    file: 'src/app/main.tsx',
    stands: '  .then(() => shown)\n',
    becomes: '',
    harm: 'what is kept for later takes the network from the screen that somebody waits for',
    tests: [FRAME],
  },
  {
    file: 'scripts/first-frame.ts',
    stands: 'return `${held}<style>',
    becomes: 'return `<style>',
    harm: 'styles that stand in the page are fetched once more before a screen is shown',
    tests: [FRAME],
  },
]
