import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { requirements } from './asvs-levels.ts'

const root = join(import.meta.dirname, '../..')
const page = readFileSync(join(root, 'docs/security.md'), 'utf8')
const rows = page.split('\n').filter(line => line.startsWith('|'))

/** What a row names: a file, and where words stand behind it, words of that file. */
const named = rows.flatMap(row =>
  [...row.matchAll(/`((?:tests|server|src|sw|contract)\/[^`]+)`((?:,? «[^»]+»)*)/g)].map(
    ([, file = '', quoted = '']) => ({
      file,
      words: [...quoted.matchAll(/«([^»]+)»/g)].map(([, words = '']) => words),
    }),
  ),
)

it('leads to files that are there', () => {
  expect(named.length).toBeGreaterThan(40)
  expect(named.filter(({ file }) => !existsSync(join(root, file))).map(({ file }) => file)).toEqual([])
})

it('names tests that stand in those files', () => {
  const withWords = named.flatMap(({ file, words }) => words.map(said => ({ file, said })))
  expect(withWords.length).toBeGreaterThan(80)
  const astray = withWords.filter(
    ({ file, said }) =>
      !readFileSync(join(root, file), 'utf8')
        .split('\n')
        .some(line => /\b(it|describe|test)\b|^\s*(\]\)\()?'/.test(line) && line.includes(said)),
  )
  expect(astray).toEqual([])
})

/** What `1.2.6 to 1.2.8, 4.3` names: requirements, and sections with all that is in them. */
function idsIn(text: string): string[] {
  const spans = /(\d+\.\d+)\.(\d+) to \1\.(\d+)|\b\d+\.\d+(?:\.\d+)?\b/g
  return [...text.matchAll(spans)].flatMap(([said, section, from, to]) => {
    if (section !== undefined)
      return Array.from(
        { length: Number(to) - Number(from) + 1 },
        (_, at) => `${section}.${Number(from) + at}`,
      )
    const inside = requirements.filter(each => each.section === said).map(({ id }) => id)
    return inside.length > 0 ? inside : [said]
  })
}

const [leftOut = '', ...others] = page.split('\n\n').filter(part => part.startsWith('Left out is '))
const held = rows.flatMap(row => idsIn(/^\| ([\d., to]+) \|/.exec(row)?.[1] ?? ''))
// In its brackets alone: outside them it speaks of versions, or of what is told elsewhere.
const bracketed = [...leftOut.matchAll(/\(([\d.,\s]+(?:to [\d.,\s]+)*)[):]/g)].flatMap(([, ids = '']) =>
  idsIn(ids),
)

it('knows the requirements of the standard', () => {
  expect(others).toEqual([])
  expect([1, 2, 3].map(asked => requirements.filter(({ level }) => level === asked).length)).toEqual([
    70, 183, 92,
  ])
  const known = new Set(requirements.map(({ id }) => id))
  expect([...held, ...bracketed].filter(id => !known.has(id))).toEqual([])
})

it('names each requirement of levels 1 and 2 in one place: held, not yet, or left out', () => {
  const places = Map.groupBy([...held, ...bracketed], id => id)
  expect([...places].filter(([, named]) => named.length > 1).map(([id]) => id)).toEqual([])
  const asked = requirements.filter(({ level }) => level < 3)
  expect(asked.filter(({ id }) => !places.has(id)).map(({ id }) => id)).toEqual([])
})
