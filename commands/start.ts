import { join } from 'node:path'
import { endWithStarter } from '#server/platform/starter.ts'
import { type Said, spokenIn } from './language.ts'
import { EXIT, type Surroundings } from './surroundings.ts'

const USAGE: Said = {
  en: 'numerito start: takes no words; its settings come from the environment\n',
  es: 'numerito start: no recibe palabras; sus ajustes vienen del entorno\n',
}

/**
 * The server takes the process from here on: it ends it by itself, on a signal or where it cannot start.
 * @returns the exit code, where nothing was started
 */
export async function startCommand(
  args: readonly string[],
  { environment, err }: Surroundings,
): Promise<number> {
  if (args.length > 0) {
    err(USAGE[spokenIn(environment)])
    return EXIT.misused
  }
  endWithStarter('numerito', join(import.meta.dirname, '../package.json'))
  await import('#server/main.ts')
  return EXIT.done
}
