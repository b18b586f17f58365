// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it } from 'vitest'
import { sayLanguage } from '#src/texts/say-language.ts'

let link: HTMLLinkElement
beforeEach(() => {
  link = document.createElement('link')
  link.rel = 'manifest'
  link.setAttribute('href', '/manifest.webmanifest')
  document.head.append(link)
})
afterEach(() => link.remove())

it('[HAND-04] the page and what it installs are in the language that was chosen last', () => {
  for (const [language, manifest] of [
    ['pt', '/manifest.pt.webmanifest'],
    ['en', '/manifest.en.webmanifest'],
    ['es', '/manifest.webmanifest'],
  ] as const) {
    sayLanguage(language)
    expect([document.documentElement.lang, link.getAttribute('href')]).toEqual([language, manifest])
  }
})

it('a page that names none, as the clerks’ do, has its language said all the same', () => {
  link.remove()
  sayLanguage('pt')
  expect(document.documentElement.lang).toBe('pt')
})
