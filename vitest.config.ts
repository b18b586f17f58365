import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin'
import babel from '@rolldown/plugin-babel'
import { defineConfig } from 'vitest/config'

const PROPERTIES = ['tests/support/property-seed.ts']

/** One project for each kind of test: what it needs from the machine differs, and so does how long it takes. */
export default defineConfig({
  test: {
    globalSetup: ['tests/support/database-setup.ts'],
    // Most tests wait for a database or a socket rather than for the processor: no core need stay free.
    maxWorkers: '100%',
    projects: [
      {
        // As in the build: sentences are written by macros, and read from the real catalogues.
        plugins: [lingui(), babel({ presets: [linguiTransformerBabelPreset()] })],
        test: {
          name: 'unit',
          include: ['tests/unit/**/*.test.{ts,tsx}'],
          environment: 'node',
          setupFiles: PROPERTIES,
        },
      },
      {
        test: {
          name: 'wire',
          include: ['tests/wire/**/*.test.ts'],
          setupFiles: PROPERTIES,
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'faults',
          include: ['tests/faults/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 60_000,
          fileParallelism: false,
        },
      },
      { test: { name: 'build', include: ['tests/build/**/*.test.ts'], testTimeout: 120_000 } },
      {
        test: {
          name: 'browser',
          include: ['tests/browser/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 90_000,
          fileParallelism: false,
        },
      },
    ],
  },
})
