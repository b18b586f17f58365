import { existsSync, readFileSync } from 'node:fs'
import { execFileSync } from 'node:child_process'
import { basename, dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')

/** What belongs to the project, written down already or about to be. */
const tree = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter(file => file !== '' && existsSync(join(root, file)))
const files = tree.filter(file => /\.(ts|tsx|mjs|css|md)$/.test(file))
const pages = files.filter(file => file.endsWith('.md'))

/** As wide as the code. Prose in Markdown is not bound: an editor or a browser wraps it. */
const COMMENT_COLUMNS = 110
/** A comment with its lines to itself: of TypeScript, of CSS, or in braces between elements. */
const COMMENT = /^[ \t]*(?:\/\/|\{?\/\*[\s\S]*?\*\/).*$/gm
/** What a path can look like; one that begins with a slash is an address of the server's. */
const PATH = /^\.{0,2}[\w@#][\w@./-]*$/
/** By which a bare name is known as that of a file. */
const ENDING = /\w\.(?:tsx?|mjs|js|css|html|jsonc?|md|txt|ya?ml)$/
/** Looks like a path of the project's, and is none. */
const NOT_OF_THE_TREE = new Set([
  // Made by whoever runs, builds or releases it.
  'data/',
  'dist/',
  '.test-report/',
  'withdrawn-sw.js',
  'npm-shrinkwrap.json',
  'contents.cdx.json',
  'bin/numerito',
  'node_modules/.bin/node',
  // Packages of others.
  '@fontsource/archivo',
  '@opentelemetry/sdk-node',
  // The ends of addresses, a network, zones of time.
  'login/paper',
  'turns/papers',
  'reservations/slips',
  'ORIGIN/services/login/google/return',
  '192.168.10.0/24',
  'America/Santiago',
  'America/Punta_Arenas',
  'Pacific/Easter',
])
/**
 * Each file and each folder, by any end of its path, with and without its ending: pages say
 * `queue/turn/poll-jobs.ts` where the house is clear, and `sw/push`.
 */
const ENDS_OF_PATHS = new Set(
  tree
    .flatMap(file => file.split('/').map((_, to, parts) => parts.slice(0, to + 1)))
    .flatMap(parts => parts.map((_, from) => parts.slice(from).join('/')))
    .flatMap(end => [end, end.replace(/\.\w+$/, '')]),
)
/** What tests call a rule that there is not. */
const NO_RULE = 'TKT-99'

/** The sections of the specification by their numbers: a section holds those under it. */
function sectionsOf(specification: string): Map<string, string> {
  const heads = [...specification.matchAll(/^#+ §(\d+(?:\.\d+)?)\b.*$/gm)]
  return new Map(
    heads.map(({ index, 1: number = '' }, at) => {
      const next = heads.slice(at + 1).find(({ 1: other = '' }) => !other.startsWith(`${number}.`))
      return [number, specification.slice(index, next?.index)]
    }),
  )
}

/** Every place where `pattern` is found, as file:line and what was found. */
const places = (among: readonly string[], pattern: RegExp) =>
  among.flatMap(file =>
    read(file)
      .split('\n')
      .flatMap((line, at) =>
        [...line.matchAll(pattern)].map(found => ({ place: `${file}:${at + 1} ${found[0]}`, found, file })),
      ),
  )

describe('what the project says of itself', () => {
  it('leads to sections that the specification has, and to names that stand there', () => {
    const sections = sectionsOf(read('docs/specification.md'))
    expect(sections.size).toBeGreaterThan(9)
    const said = places(files, /(?<!RFC \d{4}[^§]{0,9})§ ?(\d+(?:\.\d+)?)(?: "([^"]+)")?/g)
    expect(said.length).toBeGreaterThan(30)
    const astray = said.filter(
      // What a rule quotes beside a number are people's words.
      ({ file, found: [, number = '', name = ''] }) =>
        !sections.get(number)?.includes(file === 'docs/rules.md' ? '' : name),
    )
    expect(astray.map(({ place }) => place)).toEqual([])
  })

  it('comments in lines that fit a page', () => {
    const said = files
      .filter(file => !file.endsWith('.md'))
      .flatMap(file => [...read(file).matchAll(COMMENT)].map(([comment]) => ({ file, comment })))
      .flatMap(({ file, comment }) => comment.split('\n').map(line => ({ file, line })))
    expect(said.length).toBeGreaterThan(10_000)
    expect(said.filter(({ line }) => line.length > COMMENT_COLUMNS)).toEqual([])
  })

  it('names rules that there are', () => {
    const rules = new Set([...read('docs/rules.md').matchAll(/^- ([A-Z]+-\d{2}) /gm)].map(([, id]) => id))
    const kinds = new Set([...rules].map(id => id?.split('-')[0]))
    const astray = places(files, /\b([A-Z]{2,8})-\d{2}\b/g).filter(
      ({ found: [id, kind] }) => kinds.has(kind) && !rules.has(id) && id !== NO_RULE,
    )
    expect(astray.map(({ place }) => place)).toEqual([])
  })

  it('names pages that there are, and what is quoted of one stands in it', () => {
    const known = Map.groupBy(pages, page => basename(page))
    const astray = places(files, /\b([\w-]+\.md)\b(?: "([^"]+)")?/g).filter(
      ({ found: [, page = '', name = ''] }) => !known.get(page)?.some(file => read(file).includes(name)),
    )
    expect(astray.map(({ place }) => place)).toEqual([])
  })

  it('names groups of decisions that there are', () => {
    const groups = new Set(
      [...read('docs/decisions/README.md').matchAll(/^## (.+)$/gm)].map(([, name]) => name),
    )
    const astray = places(files, /docs\/decisions "([^"]+)"/g).filter(
      ({ found: [, name] }) => !groups.has(name),
    )
    expect(astray.map(({ place }) => place)).toEqual([])
  })

  it('names files and folders that there are', () => {
    const named = places(pages, /`[^`]+`/g).flatMap(({ place, file, found: [quoted] }) =>
      quoted
        .slice(1, -1)
        .split(' ')
        .filter(word => PATH.test(word) && (word.includes('/') || ENDING.test(word)))
        .filter(word => !NOT_OF_THE_TREE.has(word))
        .map(word => ({ place, word, beside: join(dirname(file), word) })),
    )
    expect(named.length).toBeGreaterThan(1_000)
    const astray = named.filter(
      ({ word, beside }) =>
        !ENDS_OF_PATHS.has(word.replace(/^#|\/$/g, '')) && !existsSync(join(root, beside)),
    )
    expect(astray.map(({ place, word }) => `${place}: ${word}`)).toEqual([])
  })

  it('has no link between pages that leads nowhere', () => {
    const astray = places(pages, /\]\((?!https?:|mailto:|#)([^)#\s]+)/g).filter(
      ({ file, found: [, to = ''] }) => !existsSync(join(root, dirname(file), decodeURIComponent(to))),
    )
    expect(astray.map(({ place }) => place)).toEqual([])
  })
})
