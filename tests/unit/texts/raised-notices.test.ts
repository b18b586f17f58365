import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { NOTICE_KINDS } from '#src/domain/notice.ts'
import { successTexts } from '#src/texts/notice-texts.ts'
import { timeoutTexts } from '#src/texts/timeout-texts.ts'

const src = join(import.meta.dirname, '../../../src')

const sourcesOf = (folder: string) =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter(entry => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map(({ parentPath, name }) => ({ name, text: readFileSync(join(parentPath, name), 'utf8') }))

/**
 * The notices of the application, as they are written: what each `raise({ … })` and `sayWhereSeen(context,
 * { … })` is given, and each that is written to be said to whoever asked for it.
 */
function raisedIn(folder: string): string[] {
  return sourcesOf(folder)
    .flatMap(({ text }) => [
      ...text.matchAll(/\b(?:raise\(|sayWhereSeen\(\s*context,\s*)\{([\s\S]*?)\}[,)]/g),
      ...(text.includes('sayToThem(') ? text.matchAll(/\{ (kind: '[^}]*) \}/g) : []),
    ])
    .map(([, given = '']) => given)
}

const namedIn = (given: readonly string[], field: string) =>
  new Set(
    given.flatMap(text =>
      [...text.matchAll(new RegExp(`\\b${field}: '([\\w-]+)'`, 'g'))].map(found => found[1]),
    ),
  )

it('[NOTE-01] [NOTE-03] every notice that has words is raised', () => {
  const given = raisedIn(src)
  const kinds = namedIn(given, 'kind')
  expect(NOTICE_KINDS.filter(kind => !kinds.has(kind))).toEqual([])
  const successes = namedIn(
    given.filter(text => text.includes("kind: 'success'")),
    'code',
  )
  expect(Object.keys(successTexts).filter(code => !successes.has(code))).toEqual([])
  // And nothing is said that has no words: it would read "Listo".
  expect([...successes].filter(code => successTexts[code ?? ''] === undefined)).toEqual([])
})

it('[NOTE-03] every time-out that has words is said by somebody', () => {
  const others = sourcesOf(src)
    .filter(({ name }) => name !== 'failure-codes.ts' && name !== 'timeout-texts.ts')
    .map(({ text }) => text)
    .join('\n')
  expect(Object.keys(timeoutTexts).filter(code => !others.includes(`'${code}'`))).toEqual([])
})
