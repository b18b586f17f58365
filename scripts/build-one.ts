import { join } from 'node:path'
import { build, type InlineConfig, type Rolldown } from 'vite'

/** Builds one file beside the application, with nothing of its configuration, and gives its code. */
export async function buildOne(config: InlineConfig): Promise<string> {
  const built = await build({
    root: join(import.meta.dirname, '..'),
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    ...config,
    build: { target: 'es2023', ...config.build, write: false },
  })
  const { output } = (Array.isArray(built) ? built[0] : built) as Rolldown.RolldownOutput
  return output[0].code
}
