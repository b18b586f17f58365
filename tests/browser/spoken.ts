import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'

const locales = join(import.meta.dirname, '../../locales')
const CATALOGUES = ['first', 'screens', 'desk']

const unquoted = (lines: string) =>
  [...lines.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, text]) => text).join('')

/** Every sentence of a language with the Spanish one that it stands for. */
function sentences(language: 'en' | 'pt'): { spanish: string; own: string }[] {
  return CATALOGUES.flatMap(name => {
    const text = readFileSync(join(locales, language, `${name}.po`), 'utf8')
    return [...text.matchAll(/^msgid ((?:".*"\n)+)msgstr ((?:".*"\n?)+)/gm)].map(
      ([, spanish = '', own = '']) => ({ spanish: unquoted(spanish), own: unquoted(own) }),
    )
  })
}

const hasPlaces = (text: string) => /[{<]/.test(text)
const escaped = (text: string) => text.replace(/[.*+?^$()|[\]\\]/g, '\\$&')

/**
 * Finds Spanish where another language is spoken: what reads word for word like one of our Spanish sentences for which
 * that language has another one. What an office wrote itself is none of ours.
 */
export function spanishIn(language: 'en' | 'pt'): (said: readonly string[]) => string[] {
  const all = sentences(language)
  const owned = new Set(all.map(({ own }) => own))
  const foreign = all.filter(({ spanish, own }) => spanish !== own && spanish !== '' && !owned.has(spanish))
  const whole = new Set(foreign.map(({ spanish }) => spanish).filter(text => !hasPlaces(text)))
  const patterns = foreign
    .map(({ spanish }) => spanish)
    // A plural is written in its own way, and one word between two numbers proves nothing.
    .filter(text => hasPlaces(text) && !/plural|select/.test(text) && /\p{L}{3,}\s+\p{L}{2,}/u.test(text))
    .map(text => new RegExp(`^${escaped(text.replace(/<[^>]+>/g, '')).replace(/\{[^}]*\}/g, '.+')}$`))
  return said => said.filter(text => whole.has(text) || patterns.some(pattern => pattern.test(text)))
}

/** What a person reads or is read on the page: what is seen, and names, hints and pictures' words for those who hear it. */
export const said = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const texts = new Set<string>([document.title])
    const add = (text: string | null | undefined) => {
      const plain = text?.replace(/\s+/g, ' ').trim()
      if (plain) texts.add(plain)
    }
    for (const element of document.querySelectorAll('body *')) {
      if (element.matches('script, style, template, noscript')) continue
      for (const name of ['aria-label', 'aria-description', 'aria-valuetext', 'title', 'alt', 'placeholder'])
        add(element.getAttribute(name))
      const isLeaf = [...element.childNodes].some(node => node.nodeType === Node.TEXT_NODE)
      if (isLeaf) add(element.textContent)
      for (const node of element.childNodes) if (node.nodeType === Node.TEXT_NODE) add(node.textContent)
    }
    return [...texts]
  })
