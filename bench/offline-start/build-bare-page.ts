import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'

/** Builds the least that React can be, with a worker of the same make as ours, into `directory`. */
export async function buildBarePage(directory: string): Promise<void> {
  await build({
    configFile: false,
    root: join(import.meta.dirname, 'bare-page'),
    logLevel: 'error',
    plugins: [
      react(),
      VitePWA({
        strategies: 'injectManifest',
        srcDir: '.',
        filename: 'worker.ts',
        injectRegister: false,
        manifest: false,
        injectManifest: { rollupFormat: 'iife', globPatterns: ['index.html', 'assets/**/*.{js,css}'] },
      }),
    ],
    build: {
      target: 'es2023',
      outDir: directory,
      emptyOutDir: true,
      modulePreload: { polyfill: false },
    },
  })
}
