import { join, relative } from 'node:path'
import type { Plugin, PluginOption, Rolldown } from 'vite'
import type { FrameKind } from '../src/app/first-frame/frame-id.ts'
import type { BuiltFiles } from '../src/app/first-frame/fetch-ahead.ts'
import { everyModule } from '../src/app/first-frame/screen-modules.ts'
import { LANGUAGES } from '../src/domain/languages.ts'
import { buildOne, runBuilt } from './build-one.ts'

type Renderer = typeof import('../src/app/first-frame/render.tsx')

interface Rendered {
  frames: Record<FrameKind, string>
  notStarted: string
}

const root = join(import.meta.dirname, '..')
const APPLICATION = 'numerito:application'
const FILES = '__NUMERITO_FILES__'
const ENTRY = /\s*<script type="module" crossorigin src="([^"]+)"><\/script>/
const STYLESHEET = /<link rel="stylesheet" crossorigin href="\/([^"]+)">/g
const PLACE = '<div id="app"></div>'

/** What the server writes into the pages of their addresses; home's stands in the page itself. */
const FRAMES = 'frames.json'

async function render(plugins: PluginOption[]): Promise<Rendered> {
  const { renderFrames, renderNotStarted } = await runBuilt<Renderer>(
    'src/app/first-frame/render.tsx',
    plugins,
  )
  return { frames: renderFrames(), notStarted: renderNotStarted() }
}

const buildScript = async (entry: string): Promise<string> => {
  const script = await buildOne({
    build: { lib: { entry, formats: ['iife'], name: 'begin' }, rolldownOptions: { external: [APPLICATION] } },
  })
  return script.trim()
}

type Bundle = Rolldown.OutputBundle

/** A chunk, and all that it imports before it runs, with their styles. */
function filesOf(bundle: Bundle, chunk: Rolldown.OutputChunk, found = new Set<string>()): Set<string> {
  if (found.has(chunk.fileName)) return found
  found.add(chunk.fileName)
  for (const css of chunk.viteMetadata?.importedCss ?? []) found.add(css)
  for (const name of chunk.imports) {
    const imported = bundle[name]
    if (imported?.type === 'chunk') filesOf(bundle, imported, found)
  }
  return found
}

/** What the page's script fetches ahead of the application, beside what the page names itself. */
function builtFiles(bundle: Bundle, html: string): BuiltFiles {
  const files: string[] = []
  const indexOf = (file: string) => {
    if (!files.includes(file)) files.push(file)
    return files.indexOf(file)
  }
  const chunks = Object.values(bundle).filter(output => output.type === 'chunk')
  const modules = Object.fromEntries(
    everyModule(LANGUAGES).map(path => {
      const chunk = chunks.find(({ facadeModuleId }) => facadeModuleId === join(root, path))
      if (!chunk) throw new Error(`${path} has no file of its own in this build`)
      const own = [...filesOf(bundle, chunk)].filter(file => !html.includes(`/${file}`))
      return [path, own.map(file => indexOf(relative('assets', file)))]
    }),
  )
  return { files, modules }
}

/**
 * Fails the build instead of leaving the page as it was: without its part, a start would be slower and nobody
 * know.
 */
function replaced(html: string, from: string | RegExp, to: (...found: string[]) => string): string {
  const result = html.replace(from, to)
  if (result === html) throw new Error(`index.html has no ${from}`)
  return result
}

/**
 * Writes the styles, home's frame and the script that begins into the page of the application: what is seen
 * first then needs no second request. The other frames lie beside it, for the server: the worker keeps the
 * page, and who has that does not wait for a screen.
 * @param plugins what the screens' components are compiled with
 */
export function firstFrame(plugins: () => PluginOption[]): Plugin {
  let rendering: Promise<Rendered> | undefined
  const rendered = () => (rendering ??= render(plugins()))
  return {
    name: 'numerito:first-frame',
    apply: (config, { command }) => command === 'build' && config.build?.ssr === undefined,
    async generateBundle() {
      const { home: _, ...others } = (await rendered()).frames
      others.office += `<script>${await buildScript('src/app/first-frame/begin-office.ts')}</script>`
      this.emitFile({ type: 'asset', fileName: FRAMES, source: JSON.stringify(others) })
    },
    transformIndexHtml: {
      order: 'post',
      async handler(html, { path, bundle = {} }) {
        if (path !== '/index.html') return html
        const [{ frames, notStarted }, script] = await Promise.all([
          rendered(),
          buildScript('src/app/first-frame/begin.ts'),
        ])
        const [, entry = ''] = ENTRY.exec(html) ?? []
        const begin = script
          .replace(APPLICATION, entry)
          .replace(FILES, () => JSON.stringify(builtFiles(bundle, html)))
        const styled = replaced(html, STYLESHEET, (_, file = '') => {
          const sheet = bundle[file]
          if (sheet?.type !== 'asset' || typeof sheet.source !== 'string')
            throw new Error(`${file} is no stylesheet of this build`)
          // Never fetched: it tells what loads chunks that these styles are here already.
          const held = `<link rel="stylesheet" href="/${file}" disabled>`
          return `${held}<style>${sheet.source}</style>`
        })
        const preloaded = replaced(
          styled,
          ENTRY,
          (_, address) => `\n    <link rel="modulepreload" crossorigin href="${address}">`,
        )
        const stands = frames.home + notStarted
        return replaced(preloaded, PLACE, () => `${stands}\n    ${PLACE}\n    <script>${begin}</script>`)
      },
    },
  }
}
