import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin, PluginOption } from 'vite'
import { buildOne } from './build-one.ts'

const root = join(import.meta.dirname, '..')
const APPLICATION = 'numerito:application'
const ENTRY = /\s*<script type="module" crossorigin src="([^"]+)"><\/script>/
const STYLESHEET = /<link rel="stylesheet" crossorigin href="\/([^"]+)">/g
const PLACE = '<div id="app"></div>'

/** Runs the module that renders the frames, with the packages of this project. */
async function renderFrames(plugins: PluginOption[]): Promise<string> {
  const code = await buildOne({ plugins, build: { ssr: 'src/app/first-frame/render.tsx' } })
  const directory = mkdtempSync(join(root, 'node_modules/.first-frame-'))
  try {
    const file = join(directory, 'render.mjs')
    writeFileSync(file, code)
    const { renderFrames: render } = await import(pathToFileURL(file).href)
    return render()
  } finally {
    rmSync(directory, { recursive: true })
  }
}

const buildScript = (): Promise<string> =>
  buildOne({
    build: {
      lib: { entry: 'src/app/first-frame/begin.ts', formats: ['iife'], name: 'begin' },
      rolldownOptions: { external: [APPLICATION] },
    },
  })

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
 * Writes the styles, the frames and the script that begins into the page of the application: what is seen
 * first then needs no second request.
 * @param plugins what the home screen's components are compiled with
 */
export const firstFrame = (plugins: () => PluginOption[]): Plugin => ({
  name: 'numerito:first-frame',
  apply: (config, { command }) => command === 'build' && config.build?.ssr === undefined,
  transformIndexHtml: {
    order: 'post',
    async handler(html, { path, bundle = {} }) {
      if (path !== '/index.html') return html
      const [frames, script] = await Promise.all([renderFrames(plugins()), buildScript()])
      const [, entry = ''] = ENTRY.exec(html) ?? []
      const begin = script.trim().replace(APPLICATION, entry)
      const styled = replaced(html, STYLESHEET, (_, file = '') => {
        const sheet = bundle[file]
        if (sheet?.type !== 'asset' || typeof sheet.source !== 'string')
          throw new Error(`${file} is no stylesheet of this build`)
        return `<style>${sheet.source}</style>`
      })
      const preloaded = replaced(
        styled,
        ENTRY,
        (_, address) => `\n    <link rel="modulepreload" crossorigin href="${address}">`,
      )
      return replaced(preloaded, PLACE, () => `${frames}\n    ${PLACE}\n    <script>${begin}</script>`)
    },
  },
})
