import type { Plugin, PluginOption, Rolldown } from 'vite'
import { build } from 'vite'

const ENTRY = 'wall.html'

/**
 * Builds the wall beside the application, and shares no file with it: a television is a slow computer, and
 * what it needs of a file that all share would bring the rest of that along.
 * @param plugins what compiles it
 */
export const wallEntry = (plugins: () => PluginOption[]): Plugin => ({
  name: 'numerito:wall-entry',
  apply: (config, { command }) => command === 'build' && config.build?.ssr === undefined,
  async generateBundle() {
    const built = await build({
      root: `${import.meta.dirname}/..`,
      configFile: false,
      logLevel: 'error',
      publicDir: false,
      plugins: plugins(),
      build: {
        target: 'es2023',
        write: false,
        modulePreload: { polyfill: false },
        assetsInlineLimit: 0,
        rolldownOptions: { input: ENTRY, output: { codeSplitting: false } },
      },
    })
    const { output } = (Array.isArray(built) ? built[0] : built) as Rolldown.RolldownOutput
    for (const file of output) {
      const source = file.type === 'chunk' ? file.code : file.source
      this.emitFile({ type: 'asset', fileName: file.fileName, source })
    }
  },
})
