import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The first of these commands that some folder of the PATH holds. */
export function findOnPath(commands: string[], env: NodeJS.ProcessEnv = process.env): string | undefined {
  const folders = (env.PATH ?? '').split(delimiter).filter(Boolean)
  return commands.flatMap(command => folders.map(folder => join(folder, command))).find(isExecutable)
}

export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
