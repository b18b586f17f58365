import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'

const root = join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')

const filesOf = (...rooms: string[]) =>
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', ...rooms], {
    cwd: root,
    encoding: 'utf8',
  })
    .split('\n')
    .filter(file => /\.tsx?$/.test(file) && existsSync(join(root, file)))

/** What runs at an office and in browsers. */
const files = filesOf('server', 'contract', 'src', 'sw')

const places = (pattern: RegExp, among = files) =>
  among.filter(file =>
    read(file)
      .split('\n')
      .some(line => !/^\s*(\*|\/\/)/.test(line) && pattern.test(line)),
  )

describe('what runs at an office and in browsers', () => {
  it('is read as a whole', () => {
    expect(files.length).toBeGreaterThan(900)
    expect(places(/createServer/).length).toBeGreaterThan(0)
  })

  it('asks a server’s Node for nothing that came after 22.19, the oldest on which a release runs', () => {
    const since =
      /RegExp\.escape|Promise\.try\(|Error\.isError|URLPattern|Iterator\.concat|\.(to|from)(Base64|Hex)\(|Float16|f16round|Math\.sumPrecise/
    expect(places(since, filesOf('server', 'contract', 'commands'))).toEqual([])
  })

  it('asks the oldest browsers for nothing that came after them', () => {
    // docs/decisions/oldest-browsers.md. What came with a later ECMAScript than 2023 the types do not know.
    const since =
      /\bURL\.(parse|canParse)\b|AbortSignal\.any\b|\bResponse\.json\b|ReadableStream\.from\b|checkVisibility|setHTMLUnsafe|Segmenter|DurationFormat|(show|toggle|hide)Popover|\.bytes\(\)|cookieStore/
    expect(places(since, filesOf('src', 'sw', 'contract'))).toEqual([])
  })

  it('starts no other program, and makes none of a text', () => {
    expect(places(/child_process|node:vm|\beval\(|new Function\b/)).toEqual([])
  })

  it('writes no HTML into a page that stands', () => {
    expect(
      places(/dangerouslySetInnerHTML|\b(inner|outer)HTML\b|insertAdjacentHTML|document\.write/),
    ).toEqual([])
  })

  it('lets nobody in but by the ways that are named', () => {
    // In SECURITY.md, "These are the ways in": whoever adds one says so there.
    const begun = places(/(?<!function )\bstartSession\(/).filter(file => file.startsWith('server/'))
    expect(begun.toSorted()).toEqual([
      'server/accounts/enter-account.ts',
      'server/devices/enter-by-link.ts',
      'server/devices/links/make-link.ts',
      'server/identity/clerk-session.ts',
      'server/identity/enter-by-paper.ts',
      'server/identity/handover.ts',
      'server/identity/temporary-login.ts',
    ])
  })

  it('shows what a change answered by the one way over which no earlier look comes back', () => {
    expect(places(/\.setQueryData\b/).toSorted()).toEqual([
      // What the socket tells, which is asked for by nobody.
      'src/queries/query-server-data.ts',
      'src/queries/show-answer.ts',
    ])
  })

  it('compares nothing loosely', () => {
    expect(places(/ [!=]= /)).toEqual([])
  })

  it('listens to messages of its own pages and worker alone, none of which another origin can send', () => {
    expect(places(/addEventListener\('message'|\bonmessage\b/).toSorted()).toEqual([
      // The worker, to the page, before the application has come and then; the channel of a video call, which
      // the two have agreed upon; a channel of this origin; that of the window that comes back from a
      // provider; a page, to the worker.
      'src/app/first-frame/early-messages.ts',
      'src/app/worker-bridge.ts',
      'src/meet/peer-link.ts',
      'src/platform/other-pages.ts',
      'src/platform/provider-trip.ts',
      'sw/sw.ts',
    ])
  })
})

describe('the libraries', () => {
  const { packages } = JSON.parse(read('package-lock.json')) as {
    packages: Record<string, { integrity?: string; resolved?: string; link?: boolean }>
  }
  const libraries = Object.entries(packages).filter(([at]) => at !== '')

  it('are all named, each by the hash of what it must be, and come from the registry that npm has', () => {
    expect(libraries.length).toBeGreaterThan(100)
    expect(libraries.filter(([, { integrity }]) => !integrity?.startsWith('sha512-'))).toEqual([])
    expect(libraries.filter(([, { resolved, link }]) => resolved !== undefined || link)).toEqual([])
    expect(read('.npmrc')).not.toContain('registry=http')
  })
})
