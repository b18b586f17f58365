import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ENTRY_BYTES_MAX, entryBytes, gzipBytes, officePageBytes } from '../../bench/entry-bytes.ts'

const dist = join(import.meta.dirname, '../../dist')
const read = (file: string) => readFileSync(join(dist, file), 'utf8')

/**
 * Heavy packages that no first paint needs, each with words from its own code that no minifier changes.
 * Should an upgrade reword them, they are found nowhere, and the test says so instead of passing for nothing.
 */
const LATE = {
  dexie: 'Another connection wants to upgrade database',
  phoenix: 'tried to join multiple times',
  ky: 'must be a string, URL, or Request',
  altcha: 'PBKDF2/SHA-384',
}

describe('what the home screen weighs', () => {
  it('keeps to its bytes: JavaScript and CSS up to the first paint, and the worker', () => {
    const { javascript, css, worker } = entryBytes(dist)
    expect(javascript).toBeLessThanOrEqual(ENTRY_BYTES_MAX.javascript)
    expect(css).toBeLessThanOrEqual(ENTRY_BYTES_MAX.css)
    expect(worker).toBeLessThanOrEqual(ENTRY_BYTES_MAX.worker)
    // Nothing weighs nothing: a build of another shape must not pass.
    expect(Math.min(javascript, css, worker)).toBeGreaterThan(500)
  })

  it.each(Object.entries(LATE))('loads %s after the first paint', (_name, words) => {
    const scripts = readdirSync(join(dist, 'assets')).filter(file => file.endsWith('.js'))
    const withIt = scripts.map(file => `assets/${file}`).filter(file => read(file).includes(words))
    expect(withIt).not.toEqual([])
    const { files } = entryBytes(dist)
    expect(files.javascript.filter(file => withIt.includes(file))).toEqual([])
  })
})

describe('what the wall weighs', () => {
  it('[WALL-01] keeps to 60 kB of script, of its own alone: a television is a slow computer', () => {
    const page = read('wall.html')
    const scripts = [...page.matchAll(/(?:src|href)="\/(assets\/[\w-]+\.js)"/g)].map(([, file = '']) => file)
    expect(scripts).toEqual([expect.stringMatching(/^assets\/wall-/)])
    expect(read(scripts[0] ?? '')).not.toMatch(/\bimport\s*(\(|["'{])/)
    const bytes = gzipBytes(dist, scripts)
    expect(bytes).toBeGreaterThan(10_000)
    expect(bytes).toBeLessThanOrEqual(60_000)
  })
})

/** The words of one language come with it. */
const WORDS = ['es', 'en', 'pt'].map(language => (catalogue: string) => `locales/${language}/${catalogue}.po`)

describe('what the office’s other pages weigh', () => {
  it.each(WORDS)('the desk’s door keeps to 120 kB, in each language', words => {
    const bytes = officePageBytes(dist, 'desk', [words('door')])
    expect(bytes).toBeGreaterThan(50_000)
    expect(bytes).toBeLessThanOrEqual(120_000)
  })

  it.each(WORDS)('a clerk who sits down calls with 220 kB at the most, in each language', words => {
    const next = [words('door'), words('desk'), 'src/desk/at-work.tsx']
    expect(officePageBytes(dist, 'desk', next)).toBeLessThanOrEqual(220_000)
  })

  it('the kiosk keeps to 125 kB with the words of all its languages, and waits for no other file', () => {
    const bytes = officePageBytes(dist, 'kiosk')
    expect(bytes).toBeGreaterThan(50_000)
    expect(bytes).toBeLessThanOrEqual(125_000)
    expect(Object.values(chunksOf('kiosk')).filter(({ dynamicImports }) => dynamicImports)).toEqual([])
  })

  it.each(['desk', 'kiosk', 'wall'])('no customer downloads the %s', page => {
    const theirs = filesOf('manifest')
    const own = filesOf(page).filter(file => !theirs.includes(file))
    expect(own).not.toEqual([])
    const worker = read('sw.js')
    expect(own.filter(file => worker.includes(file))).toEqual([])
  })
})

type Chunks = Record<string, { file: string; css?: string[]; dynamicImports?: string[] }>

const chunksOf = (build: string): Chunks => JSON.parse(read(`.vite/${build}.json`))

const filesOf = (build: string) =>
  Object.values(chunksOf(build)).flatMap(({ file, css = [] }) => [file, ...css])
