import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from '#server/database/database.ts'
import { DirectoryInUse } from '#server/database/embedded/directory-lock.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { adoptRestored } from '#server/keeping/adopt-restored.ts'
import type { Progress } from '#server/keeping/installation.ts'
import { moveInstallation, undoMove } from '#server/keeping/move-installation.ts'
import { databaseClock } from '#server/machine-clock.ts'
import { systemRandom } from '#server/platform/random.ts'
import { readSettings, type Settings } from '#server/settings/settings.ts'
import { asKeeper, isAddress, openDestination, placeOf } from './destinations.ts'
import { embeddedIn, hasEmbedded } from './embedded.ts'
import { carryOutKeeping, megabytes, readWords, sayProgress, secretOf } from './keeping.ts'
import type { Said } from './language.ts'
import { lineOfInput } from './line-of-input.ts'
import type { Surroundings } from './surroundings.ts'
import { RELEASE } from '#server/platform/release.ts'
import { Complaint } from './with-database.ts'

const USAGE: Said = {
  en: `numerito move --to postgresql://…   moves the installation of the settings into that database
numerito move --to DIRECTORY        moves it into an embedded database in that directory
numerito move --undo --to PLACE     takes that back: it stays where it was

Stop the server first. --replace: what PLACE holds may be lost. --undo --lost: PLACE is gone, and is not asked.
--to -: the place is a line of the input, so that no list of processes shows its password.
`,
  es: `numerito move --to postgresql://…   traslada la instalación de los ajustes a esa base de datos
numerito move --to DIRECTORIO       la traslada a una base de datos incorporada en ese directorio
numerito move --undo --to LUGAR     lo deshace: se queda donde estaba

Primero detén el servidor. --replace: lo que hay en LUGAR puede perderse. --undo --lost: LUGAR ya no existe, y no
se le pregunta. --to -: el lugar es una línea de la entrada, así su clave no aparece en la lista de procesos.
`,
}

async function openSource({ dataDirectory, databaseUrl }: Settings): Promise<Database> {
  if (databaseUrl !== null)
    return await openDatabase({ dataDirectory, databaseUrl: asKeeper(databaseUrl), poolSize: 1 })
  if (!hasEmbedded(dataDirectory)) throw new Complaint(`there is no installation in ${dataDirectory}`)
  adoptRestored(dataDirectory)
  return await openDatabase({ dataDirectory: embeddedIn(dataDirectory) }).catch((error: unknown) => {
    throw error instanceof DirectoryInUse ? new Complaint(`${error.message}: stop the server first`) : error
  })
}

function howToStart(to: string, settings: Settings): string {
  if (!isAddress(to))
    return (
      `  NUMERITO_DATA=${placeOf(to)}, and no DATABASE_URL\n` +
      `Its secret lies there as well; NUMERITO_SECRET may go.\n`
    )
  const secret = settings.secret ? 'as it is now' : `what ${join(settings.dataDirectory, 'secret')} holds`
  return `  DATABASE_URL=${placeOf(to)} (and its password)\n  NUMERITO_SECRET: ${secret}\n`
}

async function move(to: string, flags: ReadonlySet<string>, around: Surroundings): Promise<void> {
  const settings = readSettings(around.environment, path => readFileSync(path, 'utf8'))
  const from = placeOf(settings.databaseUrl ?? settings.dataDirectory)
  if (from === placeOf(to)) throw new Complaint('that is where it is already')
  const source = await openSource(settings)
  const replaces = flags.has('--replace')
  try {
    const clock = await databaseClock(source)
    if (flags.has('--lost')) {
      await undoMove({ source, from, destination: null, replaces, clock })
      around.out(`taken back: it serves from ${from} again. Never start the other one.\n`)
      return
    }
    const opened = await openDestination(to)
    try {
      const { destination } = opened
      if (flags.has('--undo')) {
        await undoMove({ source, from, destination, replaces, clock })
        around.out(`taken back: it serves from ${from} again\n`)
        return
      }
      const far: Progress = { table: '', rows: 0, bytes: 0 }
      const say = sayProgress(around)
      await moveInstallation({
        source,
        from,
        destination,
        about: {
          version: RELEASE,
          taken_at: clock.now().toISOString(),
          origin: settings.origins[0] ?? null,
          secret: await secretOf(settings, source),
        },
        replaces,
        clock,
        random: systemRandom,
        onProgress(progress) {
          Object.assign(far, progress)
          say(progress)
        },
      })
      around.out(`moved to ${placeOf(to)}: ${far.rows} rows, ${megabytes(far.bytes)}. Start it with\n`)
      around.out(`${howToStart(to, settings)}${from} serves no more, and says so.\n`)
    } finally {
      await opened.close()
    }
  } finally {
    await source.close()
  }
}

/**
 * @param readLine of whoever types, where «-» stands for the place: an address holds a password
 * @returns the exit code
 */
export async function moveCommand(
  args: readonly string[],
  around: Surroundings,
  readLine = lineOfInput,
): Promise<number> {
  return await carryOutKeeping(USAGE, around, async () => {
    const words = readWords(args, { withValue: ['--to'], alone: ['--undo', '--replace', '--lost'] })
    const to = words?.values.get('--to')
    if (!words || to === undefined || words.operands.length > 0) return null
    if (words.flags.has('--lost') && !words.flags.has('--undo')) return null
    await move(to === '-' ? await readLine() : to, words.flags, around)
  })
}
