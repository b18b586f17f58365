import { expect, it } from 'vitest'
import { safePlace } from '#src/domain/safe-place.ts'

it('goes on to places of this application, with their query, and nowhere else', () => {
  expect(safePlace('/tickets')).toBe('/tickets')
  expect(safePlace('/offices/notaria-norte/lines/firmas/book?step=data')).toBe(
    '/offices/notaria-norte/lines/firmas/book?step=data',
  )
  for (const elsewhere of [
    null,
    undefined,
    '',
    'tickets',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '\\/evil.example',
    'https://evil.example/',
    'javascript:alert(1)',
    '//[',
    // What is left of these once the browser has resolved the dots is another site's.
    '/.//evil.example/x',
    '/%2e//evil.example',
    '/a/..//evil.example',
    '/./\\\\evil.example',
  ])
    expect(safePlace(elsewhere), String(elsewhere)).toBe('/')
})
