import type { Plugin, PluginOption } from 'vite'
import { LANGUAGES, manifestAddress } from '../src/domain/languages.ts'
import { runBuilt } from './build-one.ts'

type Renderer = typeof import('../src/app/manifest/render-manifests.ts')

/**
 * Writes the manifests, one for each language, under names that never change: an installed application asks
 * for its own again. The page names the default one, and its script the one that fits. The clerks' pages name
 * none: what they would install is the customers'.
 * @param plugins what compiles their words
 */
export const manifests = (plugins: () => PluginOption[]): Plugin => ({
  name: 'numerito:manifests',
  apply: (config, { command }) => command === 'build' && config.build?.ssr === undefined,
  async generateBundle() {
    const { renderManifests } = await runBuilt<Renderer>('src/app/manifest/render-manifests.ts', plugins())
    for (const [address, source] of renderManifests())
      this.emitFile({ type: 'asset', fileName: address.slice(1), source })
  },
  transformIndexHtml: (_html, { path }) =>
    path === '/index.html'
      ? [{ tag: 'link', attrs: { rel: 'manifest', href: manifestAddress(LANGUAGES[0]) }, injectTo: 'head' }]
      : [],
})
