import { findOnPath, isExecutable } from './on-path.ts'

export type BrowserName = 'Firefox' | 'Chromium' | 'Chromium without a window'

const WANTED: Record<BrowserName, { variable: string; commands: string[] }> = {
  Firefox: { variable: 'NUMERITO_FIREFOX', commands: ['firefox-esr', 'firefox'] },
  Chromium: {
    variable: 'NUMERITO_CHROMIUM',
    commands: ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'],
  },
  'Chromium without a window': {
    variable: 'NUMERITO_CHROMIUM_SHELL',
    commands: ['chromium-headless-shell'],
  },
}

/**
 * Where a browser is installed: what its variable says, else the first of its usual commands on the PATH.
 * @returns the path of its executable; undefined when the machine has none
 * @throws when the variable names no executable file: falling back would test another browser than the one
 * asked for
 */
export function findBrowser(name: BrowserName, env: NodeJS.ProcessEnv = process.env): string | undefined {
  const { variable, commands } = WANTED[name]
  const chosen = env[variable]
  if (chosen) {
    if (!isExecutable(chosen)) throw new Error(`${variable} is ${chosen}, which cannot be executed`)
    return chosen
  }
  return findOnPath(commands, env)
}

/** As {@link findBrowser}, for those who cannot go on without. */
export function requireBrowser(name: BrowserName, env: NodeJS.ProcessEnv = process.env): string {
  const path = findBrowser(name, env)
  if (!path) throw new Error(howToInstall(name))
  return path
}

/** One sentence for a person whose machine lacks the browser. */
export function howToInstall(name: BrowserName): string {
  const { variable, commands } = WANTED[name]
  return `${name} is not installed: put ${commands[0]} on the PATH, or its path into ${variable}.`
}
