import { PATIENCE_MS } from './wait-for.ts'

// What a screen is waited for with has a limit of its own, of one second: hardly more than a busy machine
// takes. Only where there is a document: elsewhere the package would be read for nothing.
if ('document' in globalThis) {
  const { configure } = await import('@testing-library/dom')
  configure({ asyncUtilTimeout: PATIENCE_MS })
}
