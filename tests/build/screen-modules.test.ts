import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { everyModule, frameKindOf, modulesOf } from '#src/app/first-frame/screen-modules.ts'
import { LANGUAGES } from '#src/domain/languages.ts'

const root = join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')

/** From the routes as they are written: each address with the module of the screen that stands there. */
function routes(): { path: string; module: string }[] {
  const text = read('src/app/routes.tsx') + read('src/app/more-routes.tsx')
  const modules = new Map(
    [...text.matchAll(/const (\w+) = late\(\(\) => import\('#(\S+)'\)\)/g)].map(
      ([, name = '', module = '']) => [name, module] as const,
    ),
  )
  return [...text.matchAll(/<Route path="([^"]+)"([\s\S]*?)(?=<Route|<\/Switch>)/g)].map(
    ([, path = '', rest = '']) => ({
      path: path.replace(/:\w+/g, '7'),
      module: modules.get(/<(\w+Screen)|component=\{(\w+)\}/.exec(rest)?.slice(1).find(Boolean) ?? '') ?? '',
    }),
  )
}

/** What is fetched for these is not the screen that the route names first. */
const LEAD_ON = {
  // Home is in the first download; its lists are not.
  '/': 'src/screens/home/home-lists.tsx',
  // A link by the number of a line leads to its office at once.
  '/lines/7': 'src/screens/browse/browse-screen.tsx',
}

describe('what the page’s script fetches ahead', () => {
  it.each(
    routes().filter(({ path }) => frameKindOf(path) !== null || /tickets|reservations|profile/.test(path)),
  )('is the screen of the route: $path', ({ path, module }) => {
    const screens = modulesOf(path, 'es', 'mobile').filter(name => name.startsWith('src/screens/'))
    if (screens.length === 0) return expect(frameKindOf(path)).toBeNull()
    expect(screens).toEqual([(LEAD_ON as Record<string, string>)[path] ?? module])
  })

  it('is known of every address to which links lead from outside', () => {
    const paths = routes().map(({ path }) => path)
    expect(paths.length).toBeGreaterThan(12)
    expect(paths.filter(path => frameKindOf(path) !== null)).toEqual([
      '/',
      '/search',
      '/offices/7',
      '/offices/7/lines/7',
      '/offices/7/lines/7/take',
      '/offices/7/lines/7/book',
      '/lines/7',
    ])
  })

  it('are modules that there are, and files that the build made', () => {
    expect(everyModule(LANGUAGES).filter(module => !existsSync(join(root, module)))).toEqual([])
    const [, listed = '[]'] = /"files":(\[[^\]]+\])/.exec(read('dist/index.html')) ?? []
    const files: string[] = JSON.parse(listed)
    expect(files.length).toBeGreaterThan(10)
    expect(files.filter(file => !existsSync(join(root, 'dist/assets', file)))).toEqual([])
  })

  it('says of the styles in the page that they are here already, so that nobody fetches them', () => {
    const held = [...read('dist/index.html').matchAll(/<link rel="stylesheet" href="([^"]+)" disabled>/g)]
    expect(held).not.toEqual([])
    for (const [, file = ''] of held) expect(existsSync(join(root, 'dist', file))).toBe(true)
  })
})
