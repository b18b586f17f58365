import { readFileSync } from 'node:fs'
import { readSettings, SettingFaults, type Settings } from './settings/settings.ts'
import { startServer } from './start-server.ts'

const WRONG_SETTINGS = 2

/** For the one who started it: the reason alone, where there is nothing to be learnt from a stack. */
function giveUp(error: unknown, exitCode: number): never {
  console.error(`numerito: ${reasonOf(error)}`)
  process.exit(exitCode)
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { code, port } = error as NodeJS.ErrnoException & { port?: number }
  if (code === 'EADDRINUSE') return `port ${port} is taken; PORT says another`
  if (code === 'EACCES' && port !== undefined) return `port ${port} needs more rights; PORT says another`
  const { message, cause } = error
  return cause instanceof Error && !message.includes(cause.message) ? `${message}: ${cause.message}` : message
}

function settingsOfEnvironment(): Settings {
  try {
    return readSettings(process.env, path => readFileSync(path, 'utf8'))
  } catch (error) {
    if (error instanceof SettingFaults) giveUp(error, WRONG_SETTINGS)
    throw error
  }
}

await startServer(settingsOfEnvironment()).catch((error: unknown) => giveUp(error, 1))
