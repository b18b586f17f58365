import { describe, expect, it } from 'vitest'
import { isOfApplication, placeHere } from '#sw/addresses.ts'

describe('the application', () => {
  it.each(['/', '/search', '/offices/centro/lines/caja/take', '/tickets/7', '/deskless', '/apis'])(
    'stands at %s',
    path => expect(isOfApplication(path)).toBe(true),
  )
  it.each([
    '/api/docs',
    '/services/login/google',
    '/socket/websocket',
    '/desk',
    '/desk/',
    '/desk.html',
    '/wall/centro',
    '/poster/centro',
    '/healthz',
    '/livez',
    '/readyz',
    '/metrics',
    '/icons/icon-512.png',
    '/manifest.webmanifest',
  ])('does not stand at %s', path => expect(isOfApplication(path)).toBe(false))
})

describe('where a notice leads', () => {
  const ORIGIN = 'https://numerito.example'
  it.each([
    [`${ORIGIN}/tickets/7?from=push`, '/tickets/7?from=push'],
    ['https://other.example/tickets/7', '/tickets/7'],
    ['/tickets/7', '/tickets/7'],
    ['https://other.example//evil.example/x', '//evil.example/x'],
    ['javascript:alert(1)', '/alert(1)'],
    [undefined, '/tickets'],
    ['http://', '/tickets'],
  ])('%s leads to %s of this origin', (navigate, place) => {
    expect(placeHere(navigate, ORIGIN)).toBe(`${ORIGIN}${place}`)
    expect(new URL(placeHere(navigate, ORIGIN)).origin).toBe(ORIGIN)
  })
})
