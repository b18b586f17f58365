import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { CATEGORIES } from '#contract/categories.ts'
import type { Database } from '#server/database/database.ts'
import { spanishWords } from '#tests/support/spanish-words.ts'

const locales = join(import.meta.dirname, '../../locales')
const CATALOGUES = ['first', 'screens', 'door', 'desk']
/** Of the pages that stand in the office's rooms. */
export const ROOM_CATALOGUES = ['wall', 'kiosk']

const unquoted = (lines: string) =>
  [...lines.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, text]) => text).join('')

/** Every sentence of a language with the Spanish one that it stands for. */
function sentences(
  language: 'en' | 'pt',
  catalogues: readonly string[] = CATALOGUES,
): { spanish: string; own: string }[] {
  return catalogues.flatMap(name => {
    const text = readFileSync(join(locales, language, `${name}.po`), 'utf8')
    return [...text.matchAll(/^msgid ((?:".*"\n)+)msgstr ((?:".*"\n?)+)/gm)].map(
      ([, spanish = '', own = '']) => ({ spanish: unquoted(spanish), own: unquoted(own) }),
    )
  })
}

const hasPlaces = (text: string) => /[{<]/.test(text)
const escaped = (text: string) => text.replace(/[.*+?^$()|[\]\\]/g, '\\$&')
const words = (text: string): string[] => text.toLowerCase().match(/\p{L}{4,}/gu) ?? []
/** What stands around the places of a sentence. */
const fixed = (text: string) => text.replace(/<[^>]+>|\{[^}]*\}/g, ' ')

/** What a sentence that counts may become. */
const branches = (text: string): string[] => {
  if (!/\{\w+, (?:plural|select),/.test(text)) return [text]
  return [...text.matchAll(/(?:=\d+|one|many|other) \{((?:[^{}]|\{[^{}]*\})*)\}/g)].map(([, branch = '']) =>
    branch.replaceAll('#', '{0}'),
  )
}

/** One of our sentences in a language, by the Spanish one. */
export function sentenceIn(
  language: 'en' | 'pt',
  catalogues: readonly string[] = CATALOGUES,
): (spanish: string) => string {
  const own = new Map(sentences(language, catalogues).map(each => [each.spanish, each.own]))
  return spanish => {
    const found = own.get(spanish)
    if (!found) throw new Error(`no sentence «${spanish}»`)
    return found
  }
}

/**
 * What the offices wrote themselves: a name, an address, a question of theirs is the same in every language.
 */
export async function writtenByOffices({ db }: Database): Promise<string[]> {
  const [offices, lines, kinds, modulos, clerks] = await Promise.all([
    db.selectFrom('offices').select(['name', 'address', 'district', 'region']).execute(),
    db.selectFrom('lines').select(['name', 'folder', 'ticket_form', 'reserve_form']).execute(),
    db.selectFrom('line_categories').select('name').execute(),
    db.selectFrom('modulos').select('name').execute(),
    db.selectFrom('clerks').select('name').execute(),
  ])
  const forms = lines.flatMap(({ ticket_form, reserve_form }) => [
    ...(ticket_form ?? []),
    ...(reserve_form ?? []),
  ])
  const texts = [
    ...CATEGORIES.map(({ name }) => name),
    ...offices.flatMap(({ name, address, district, region }) => [name, address, district, region]),
    ...lines.flatMap(({ name, folder }) => [name, folder]),
    ...[...kinds, ...modulos, ...clerks].map(({ name }) => name),
    ...forms.flatMap(({ question, validMessage }) => [question, validMessage]),
  ]
  // The longer first: a name may stand in another one.
  return [...new Set(texts.filter(text => text !== null && text !== ''))]
    .map(String)
    .sort((a, b) => b.length - a.length)
}

/**
 * Finds Spanish where another language is spoken: what reads like one of our Spanish sentences for which that
 * language has another one, and whatever has a word that only Spanish has.
 * @param written by the offices themselves, which is none of ours
 */
export function spanishIn(
  language: 'en' | 'pt',
  written: readonly string[],
  catalogues: readonly string[] = CATALOGUES,
): (said: readonly string[]) => string[] {
  const all = sentences(language, catalogues)
  const owned = new Set(all.map(({ own }) => own))
  const foreign = all
    .filter(({ spanish, own }) => spanish !== own && spanish !== '' && !owned.has(spanish))
    .flatMap(({ spanish, own }) => branches(spanish).map(text => ({ text, own, isWhole: text === spanish })))
  // Where the words of a part are the same in both languages, what reads like it proves nothing.
  const tells = ({ text, own }: { text: string; own: string }) =>
    words(fixed(text)).some(word => !words(own).includes(word))
  const plain = foreign.filter(({ text }) => !hasPlaces(text))
  const whole = new Set(plain.filter(each => each.isWhole || tells(each)).map(({ text }) => text))
  const patterns = foreign
    .filter(each => hasPlaces(each.text) && tells(each))
    .map(({ text }) => new RegExp(`^${escaped(text.replace(/<[^>]+>/g, '')).replace(/\{[^}]*\}/g, '.+')}$`))
  const spanishWordsOf = spanishWords(language)
  // What an office calls its own may read like a word of ours: "Servicios".
  const theirs = new Set(written)
  const ours = (text: string) => written.reduce((rest, name) => rest.replaceAll(name, '·'), text)
  return said =>
    said.filter(
      text =>
        (whole.has(text) && !theirs.has(text)) ||
        patterns.some(pattern => pattern.test(text)) ||
        spanishWordsOf(ours(text)).length > 0,
    )
}

/**
 * What a person reads or is read on the page: what is seen, and names, hints and pictures' words for those
 * who hear it.
 */
export const said = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const texts = new Set<string>([document.title.replace(/ · Numerito$/, '')])
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
