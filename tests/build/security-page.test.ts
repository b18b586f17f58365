import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const page = readFileSync(join(root, 'docs/security.md'), 'utf8')
const rows = page.split('\n').filter(line => line.startsWith('|'))

/** What a row names: a file, and where words stand behind it, words of that file. */
const named = rows.flatMap(row =>
  [...row.matchAll(/`((?:tests|server|src|sw|contract)\/[^`]+)`(?: «([^»]+)»)?/g)].map(
    ([, file = '', words]) => ({ file, words }),
  ),
)

it('leads to files that are there', () => {
  expect(named.length).toBeGreaterThan(40)
  expect(named.filter(({ file }) => !existsSync(join(root, file))).map(({ file }) => file)).toEqual([])
})

it('names tests that stand in those files', () => {
  const withWords = named.filter(({ words }) => words !== undefined)
  expect(withWords.length).toBeGreaterThan(20)
  const astray = withWords.filter(
    ({ file, words = '' }) =>
      !readFileSync(join(root, file), 'utf8')
        .split('\n')
        .some(line => /\b(it|describe|test)\b|^\s*'/.test(line) && line.includes(words)),
  )
  expect(astray).toEqual([])
})

it('names each requirement in one place', () => {
  const ids = rows.flatMap(row => /^\| ([\d., to]+) \|/.exec(row)?.[1]?.match(/\d+\.\d+\.\d+/g) ?? [])
  expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([])
})
