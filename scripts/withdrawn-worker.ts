import type { Plugin } from 'vite'
import { buildOne } from './build-one.ts'

/** Builds the worker that withdraws the other one: the server has it ready when it is needed. */
export const withdrawnWorker = (): Plugin => ({
  name: 'numerito:withdrawn-worker',
  apply: 'build',
  async generateBundle() {
    const lib = { entry: 'sw/withdrawn.ts', formats: ['iife' as const], name: 'withdrawn' }
    this.emitFile({
      type: 'asset',
      fileName: 'withdrawn-sw.js',
      source: await buildOne({ build: { lib, minify: true } }),
    })
  },
})
