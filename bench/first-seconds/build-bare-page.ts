import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { build } from 'vite'

/** Builds the least that React can be and still show what the server answers, into `directory`. */
export async function buildBarePage(directory: string): Promise<void> {
  await build({
    configFile: false,
    root: join(import.meta.dirname, 'bare-page'),
    logLevel: 'error',
    plugins: [react()],
    build: { target: 'es2023', outDir: directory, emptyOutDir: true, modulePreload: { polyfill: false } },
  })
}
