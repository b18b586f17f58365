import { readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, expect, it } from 'vitest'
import { SUBCOMMANDS } from '#commands/subcommands.ts'
import { BESIDE } from '../../scripts/release.ts'

const root = join(import.meta.dirname, '../..')

/** Whatever lies in a release beside its program, folders too, and where that comes from. */
const packed = new Map(
  [...BESIDE].flatMap(([path, from]) =>
    statSync(join(root, from)).isDirectory()
      ? [
          [path, from] as const,
          ...readdirSync(join(root, from), { recursive: true, encoding: 'utf8' }).map(
            inner => [join(path, inner), join(from, inner)] as const,
          ),
        ]
      : [[path, from] as const],
  ),
)
const pages = [...packed]
  .filter(([path]) => path.endsWith('.md'))
  .map(([path, from]) => ({ path, text: readFileSync(join(root, from), 'utf8') }))

/** As GitHub and GitLab name a heading. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} -]/gu, '')
    .replaceAll(' ', '-')
const anchorsIn = (text: string) => [...text.matchAll(/^#+ (.+)$/gm)].map(([, words = '']) => anchorOf(words))

/** What is said to be typed: in lines of their own, or between backquotes. */
const commandsIn = (text: string) =>
  [
    ...[...text.matchAll(/```[^]*?```/g)].flatMap(([block]) => block.split('\n')),
    ...text.split('\n').filter(line => /^ {4}\S/.test(line)),
    ...[...text.matchAll(/`([^`\n]+)`/g)].map(([, span = '']) => span),
  ].map(line => line.replace(/ +#.*$/, '').trim())

/** Of this program, as whoever it is runs it, or an engine in its container. */
const COMMAND =
  /^(?:(?:sudo|npx|[A-Z_]+=\S*) )*(?:export \w+=\$\()?(?:\S*\/)?(?:podman .*numerito |as-)?numerito ([a-z][a-z-]*)/

describe('the pages that a release brings along', () => {
  it('lead to nothing that it does not bring along', () => {
    const dead = pages.flatMap(({ path, text }) =>
      [...text.matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, link = '']) => {
        if (/^\w+:/.test(link)) return []
        const [to = '', anchor] = link.split('#')
        const target = to === '' ? path : normalize(join(dirname(path), to))
        const from = packed.get(target)
        if (from === undefined) return [`${path}: ${link}`]
        return anchor === undefined || anchorsIn(readFileSync(join(root, from), 'utf8')).includes(anchor)
          ? []
          : [`${path}: ${link}`]
      }),
    )
    expect(pages.length).toBeGreaterThan(14)
    expect(dead).toEqual([])
  })

  it('have nobody type what only a clone has, unless they say so', () => {
    // CHANGELOG.md tells of what was, of the project too.
    const ofAClone = pages
      .filter(({ path }) => path !== 'CHANGELOG.md')
      .flatMap(({ path, text }) =>
        text
          .split(/\n{2,}(?!```)/)
          .filter(paragraph => /\bnpm (run|start|test)\b|\bnode scripts\//.test(paragraph))
          .filter(paragraph => !/\bclone\b/.test(paragraph))
          .map(paragraph => `${path}: ${paragraph}`),
      )
    expect(ofAClone).toEqual([])
  })

  it('name commands that there are', () => {
    const known = new Set(SUBCOMMANDS.map(({ name }) => name))
    const named = pages.flatMap(({ path, text }) =>
      commandsIn(text).flatMap(line => {
        const [, word] = COMMAND.exec(line) ?? []
        return word === undefined ? [] : [{ path, line, word }]
      }),
    )
    expect(named.length).toBeGreaterThan(40)
    expect(named.filter(({ word }) => !known.has(word))).toEqual([])
  })
})
