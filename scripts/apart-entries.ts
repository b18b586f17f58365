import type { Plugin, PluginOption, Rolldown, UserConfig } from 'vite'
import { build } from 'vite'
import { deskChunkGroups } from './chunk-groups.ts'

type CodeSplitting = Rolldown.OutputOptions['codeSplitting']

/** A page, and into which files it goes. */
const ENTRIES: Readonly<Record<string, CodeSplitting>> = {
  // A television is a slow computer, and a tablet must have all it says before its connection goes.
  wall: false,
  kiosk: false,
  desk: { groups: deskChunkGroups() },
}

/**
 * Builds the office's pages beside the application, and shares no file with them: what they need of a file
 * that all share would bring the rest of that along, and what they alone need would travel to every phone.
 * Which file belongs to which is written beside the application's own manifest.
 * @param plugins what compiles them
 * @param common what the application is built with as well
 */
export const apartEntries = (plugins: () => PluginOption[], common: UserConfig): Plugin => ({
  name: 'numerito:apart-entries',
  apply: (config, { command }) => command === 'build' && config.build?.ssr === undefined,
  async generateBundle() {
    for (const [entry, codeSplitting] of Object.entries(ENTRIES)) {
      const built = await build({
        ...common,
        root: `${import.meta.dirname}/..`,
        configFile: false,
        logLevel: 'error',
        publicDir: false,
        plugins: plugins(),
        build: {
          ...common.build,
          write: false,
          manifest: `.vite/${entry}.json`,
          rolldownOptions: {
            ...common.build?.rolldownOptions,
            input: `${entry}.html`,
            output: { codeSplitting },
          },
        },
      })
      const { output } = (Array.isArray(built) ? built[0] : built) as Rolldown.RolldownOutput
      for (const file of output) {
        const source = file.type === 'chunk' ? file.code : file.source
        this.emitFile({ type: 'asset', fileName: file.fileName, source })
      }
    }
  },
})
