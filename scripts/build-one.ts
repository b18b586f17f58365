import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type InlineConfig, type PluginOption, type Rolldown } from 'vite'
import { OLDEST_BROWSERS } from './oldest-browsers.ts'

const root = join(import.meta.dirname, '..')

/** Builds one file beside the application, with nothing of its configuration, and gives its code. */
export async function buildOne(config: InlineConfig): Promise<string> {
  const built = await build({
    root,
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    ...config,
    build: { target: OLDEST_BROWSERS, ...config.build, write: false },
  })
  const { output } = (Array.isArray(built) ? built[0] : built) as Rolldown.RolldownOutput
  return output[0].code
}

/** Runs a module of the application, compiled with these plugins, with the packages of this project. */
export async function runBuilt<Module>(ssr: string, plugins: PluginOption[]): Promise<Module> {
  const code = await buildOne({ plugins, build: { ssr } })
  const directory = mkdtempSync(join(root, 'node_modules/.built-'))
  try {
    const file = join(directory, 'module.mjs')
    writeFileSync(file, code)
    return (await import(pathToFileURL(file).href)) as Module
  } finally {
    rmSync(directory, { recursive: true })
  }
}
