import { EXIT, type Surroundings } from './surroundings.ts'

/**
 * The server takes the process from here on: it ends it by itself, on a signal or where it cannot start.
 * @returns the exit code, where nothing was started
 */
export async function startCommand(args: readonly string[], { err }: Surroundings): Promise<number> {
  if (args.length > 0) {
    err('numerito start: takes no words; its settings come from the environment\n')
    return EXIT.misused
  }
  await import('#server/main.ts')
  return EXIT.done
}
