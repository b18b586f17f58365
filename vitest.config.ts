import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin'
import babel from '@rolldown/plugin-babel'
import { defineConfig } from 'vitest/config'
import { PATIENCE_MS } from './tests/support/wait-for.ts'

const SETUP = ['tests/support/end-engines.ts']

/** What holds for every kind of test. */
const ALL = {
  // When a test, or what it prepares, is given up as hanging. Nothing is said about speed: what waits in a
  // test waits for its sign, with a bound well below this one (`PATIENCE_MS`), and no machine on which people
  // work comes near either.
  testTimeout: 300_000,
  hookTimeout: 300_000,
  expect: { poll: { timeout: PATIENCE_MS, interval: 25 } },
  // A few sentences are told whole, where none was expected: of a run elsewhere nothing else is left.
  chaiConfig: { truncateThreshold: 400 },
}

/**
 * One project for each kind of test: what it needs from the machine differs, and so does how long it takes.
 * Where files share a process (`isolate: false`), reading modules and starting engines would take longer than
 * most of them.
 */
export default defineConfig({
  test: {
    globalSetup: ['tests/support/database-setup.ts'],
    // No core need stay free. More than there are cores takes as long: servers, databases and browsers work
    // beside each of them.
    maxWorkers: '100%',
    projects: [
      {
        // As in the build: sentences are written by macros, and read from the real catalogues.
        plugins: [lingui(), babel({ presets: [linguiTransformerBabelPreset()] })],
        test: {
          ...ALL,
          name: 'unit',
          include: ['tests/unit/**/*.test.{ts,tsx}'],
          exclude: ['tests/unit/flows/**'],
          environment: 'node',
          setupFiles: [...SETUP, 'tests/support/patient-screens.ts'],
        },
      },
      {
        // Beside the genuine server: read once for all of them.
        plugins: [lingui(), babel({ presets: [linguiTransformerBabelPreset()] })],
        test: {
          ...ALL,
          name: 'flows',
          include: ['tests/unit/flows/**/*.test.ts'],
          isolate: false,
        },
      },
      {
        test: {
          ...ALL,
          name: 'wire',
          include: ['tests/{wire,phoenix}/**/*.test.ts'],
          isolate: false,
        },
      },
      {
        test: {
          ...ALL,
          name: 'faults',
          include: ['tests/faults/**/*.test.ts'],
          setupFiles: SETUP,
        },
      },
      {
        test: {
          ...ALL,
          name: 'histories',
          include: ['tests/histories/**/*.test.ts'],
          setupFiles: SETUP,
        },
      },
      { test: { ...ALL, name: 'build', include: ['tests/build/**/*.test.ts'] } },
      {
        test: { ...ALL, name: 'browser', include: ['tests/browser/**/*.test.ts'], isolate: false },
      },
    ],
  },
})
