import { readFileSync } from 'node:fs'

/** Of this program, as package.json says it. */
export function versionOfProgram(): string {
  const file = new URL('../package.json', import.meta.url)
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version
}
