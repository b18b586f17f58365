import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { linguiTransformerBabelPreset, lingui } from '@lingui/vite-plugin'
import babel from '@rolldown/plugin-babel'
import react, { reactCompilerPreset } from '@vitejs/plugin-react'
import { defineConfig, type Plugin, type UserConfig } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { apartEntries } from './scripts/apart-entries.ts'
import { chunkGroups } from './scripts/chunk-groups.ts'
import { customersFiles } from './scripts/customers-files.ts'
import { firstFrame } from './scripts/first-frame.ts'
import { manifests } from './scripts/manifests.ts'
import { OLDEST_BROWSERS } from './scripts/oldest-browsers.ts'
import { withdrawnWorker } from './scripts/withdrawn-worker.ts'

const read = (name: string) => JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8'))
const { version } = read('./package.json')

/**
 * `npm run dev` serves the application with hot reload and hands everything else to a server on this port.
 */
const server = `http://localhost:${process.env.PORT ?? 4000}`

/**
 * The order of the layers, said by every stylesheet: whichever chunk comes first must not turn it round, or
 * the base would win over the components.
 */
const layerOrder: Plugin = {
  name: 'numerito:layer-order',
  enforce: 'pre',
  transform: (code, id) => (id.endsWith('.module.css') ? `@layer base, ui;\n${code}` : undefined),
}

/** By itself and its file: the names of classes travel three times, in styles, scripts and frames. */
const shortClasses: Plugin = {
  name: 'numerito:short-classes',
  config: () => ({
    css: {
      modules: {
        generateScopedName(name, file) {
          const path = relative(import.meta.dirname, file)
          return `${name}_${createHash('sha256').update(path).digest('base64url').slice(0, 4)}`
        },
      },
    },
  }),
}

const STYLES = /import (\w+) from ('[^']+\.module\.css')/g

/** A class that is named where it is put on stands there as its name, and no list of all of them travels. */
const namedClasses: Plugin = {
  name: 'numerito:named-classes',
  enforce: 'pre',
  transform(code, id) {
    if (!id.endsWith('.tsx')) return
    return code.replace(STYLES, (whole, styles: string, file: string) => {
      const uses = code.match(new RegExp(`\\b${styles}\\b(?!\\.\\w| from)`, 'g'))
      return uses ? whole : `import * as ${styles} from ${file}`
    })
  },
}

/** With all of its names written where they are used, a stylesheet would else be taken for unused. */
const keptStyles: Plugin = {
  name: 'numerito:kept-styles',
  enforce: 'post',
  transform: (code, id) =>
    id.endsWith('.module.css') ? { code, map: null, moduleSideEffects: 'no-treeshake' } : undefined,
}

/**
 * The screens alone: what a screen hands down stays the same then, and what it is made of is not drawn again.
 * In the parts themselves, in the shell and in what stands of home at first, which are drawn once,
 * remembering takes more code than it saves.
 */
const DRAWN_ONCE =
  /\/src\/(app|ui|texts)\/|\/src\/screens\/(home\/home-(header|screen|search)|\w+\/(held-places|office-list-skeleton))\.tsx/
const preset = reactCompilerPreset()
const compiler = {
  ...preset,
  rolldown: {
    ...preset.rolldown,
    filter: { ...preset.rolldown.filter, id: { exclude: DRAWN_ONCE } },
  },
}

// Presets run last to first: the macros must be gone before the compiler looks.
const components = () => [
  layerOrder,
  shortClasses,
  namedClasses,
  keptStyles,
  react(),
  lingui({ failOnMissing: true }),
  babel({ presets: [compiler, linguiTransformerBabelPreset()] }),
]

/** How every page is built, whichever it is. */
const common = (command: 'build' | 'serve') =>
  ({
    define: {
      __NUMERITO_VERSION__: JSON.stringify(version),
      // What the built application would tell React's developer tools: `npm run dev` tells it.
      ...(command === 'build' && { __REACT_DEVTOOLS_GLOBAL_HOOK__: 'undefined' }),
    },
    resolve: {
      // What wouter and lingui bring for a React that had none of its own.
      alias: [{ find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: 'react' }],
    },
    build: {
      target: OLDEST_BROWSERS,
      modulePreload: { polyfill: false },
      assetsInlineLimit: 0,
      rolldownOptions: {
        // A limit that one part uses does not travel in the first download for that.
        optimization: { inlineConst: { mode: 'all', pass: 2 } },
      },
    },
  }) satisfies UserConfig

export default defineConfig(({ command }) => ({
  ...common(command),
  plugins: [
    components(),
    firstFrame(components),
    manifests(components),
    apartEntries(components, common(command)),
    withdrawnWorker(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'sw',
      filename: 'sw.ts',
      injectRegister: false,
      manifest: false,
      includeManifestIcons: false,
      injectManifest: {
        rollupFormat: 'iife',
        globPatterns: [
          'index.html',
          'manifest*.webmanifest',
          'assets/**/*.{js,css}',
          'fonts/*.woff2',
          'icons/{icon-192,badge-96}.png',
          'icons/favicon.svg',
        ],
        // The first styles stand in the page itself.
        globIgnores: ['assets/{base,first}-*.css'],
        manifestTransforms: [
          entries => {
            const files = customersFiles('dist')
            const isTheirs = ({ url }: { url: string }) => !url.startsWith('assets/') || files.has(url)
            // Tells two builds of a file apart: a part of the hash does, in half the bytes.
            const shortened = entries.map(({ revision, ...entry }) => ({
              ...entry,
              revision: revision?.slice(0, 12) ?? null,
            }))
            return { manifest: shortened.filter(isTheirs), warnings: [] }
          },
        ],
      },
    }),
  ],
  build: {
    ...common(command).build,
    manifest: true,
    rolldownOptions: {
      ...common(command).build.rolldownOptions,
      input: 'index.html',
      output: {
        codeSplitting: { groups: chunkGroups() },
        // The worker's list names every file: so few letters tell two versions of one apart, and travel in
        // less. With six of them the builder has names for 64 chunks, and fails at the next.
        entryFileNames: 'assets/[name]-[hash:6].js',
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:6][extname]',
      },
    },
  },
  server: {
    proxy: { '/api': server, '/services': server, '/socket': { target: server, ws: true } },
  },
}))
