import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Database } from '#server/database/database.ts'
import { DirectoryInUse } from '#server/database/embedded/directory-lock.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { adoptRestored } from '#server/keeping/adopt-restored.ts'
import { copyRunning } from '#server/keeping/copy-running.ts'
import type { InstallationTaker } from '#server/keeping/installation.ts'
import { readInstallation } from '#server/keeping/read-installation.ts'
import { checkBackup, takeBackup } from '#server/keeping/take-backup.ts'
import { talkToServer } from '#server/office-settings/operator-socket.ts'
import { databaseClock } from '#server/machine-clock.ts'
import { systemRandom } from '#server/platform/random.ts'
import { systemTimers } from '#server/platform/timers.ts'
import { readSettings, type Settings } from '#server/settings/settings.ts'
import { asKeeper } from './destinations.ts'
import { embeddedIn, hasEmbedded } from './embedded.ts'
import { carryOutKeeping, megabytes, readPassphrase, readWords, sayProgress, secretOf } from './keeping.ts'
import type { Said } from './language.ts'
import type { Surroundings } from './surroundings.ts'
import { RELEASE } from '#server/platform/release.ts'
import { Complaint } from './with-database.ts'

const USAGE: Said = {
  en: `numerito backup FILE           writes all that the installation keeps into FILE, while it serves
numerito backup --check FILE   reads a backup to its end, and says whether it is whole

--passphrase-file PATH   seals it (or opens it) with the passphrase in PATH's first line;
                         NUMERITO_BACKUP_PASSPHRASE does the same
`,
  es: `numerito backup ARCHIVO           escribe en ARCHIVO todo lo que guarda la instalación, sin dejar de atender
numerito backup --check ARCHIVO   lee un respaldo hasta el final y dice si está completo

--passphrase-file RUTA   lo sella (o lo abre) con la contraseña de la primera línea de RUTA;
                         NUMERITO_BACKUP_PASSPHRASE hace lo mismo
`,
}

/** The running server's database, copied and opened; the copy goes with the folder. */
async function openCopy(dataDirectory: string, folder: string): Promise<Database> {
  const server = await talkToServer(dataDirectory)
  if (!server)
    throw new Complaint(
      `something holds the database in ${dataDirectory} and hears no operator: stop it first`,
    )
  const copy = join(folder, 'copy')
  try {
    const from = join(embeddedIn(dataDirectory), 'database')
    await copyRunning(server, { from, to: copy, timers: systemTimers })
  } finally {
    server.hangUp()
  }
  return await openDatabase({ dataDirectory: copy })
}

async function openSource({ dataDirectory, databaseUrl }: Settings, folder: string): Promise<Database> {
  if (databaseUrl !== null)
    return await openDatabase({ dataDirectory, databaseUrl: asKeeper(databaseUrl), poolSize: 1 })
  if (!hasEmbedded(dataDirectory)) throw new Complaint(`there is no installation in ${dataDirectory}`)
  adoptRestored(dataDirectory)
  try {
    return await openDatabase({ dataDirectory: embeddedIn(dataDirectory) })
  } catch (error) {
    if (!(error instanceof DirectoryInUse)) throw error
    return await openCopy(dataDirectory, folder)
  }
}

async function read(settings: Settings, taker: InstallationTaker, folder: string): Promise<void> {
  const database = await openSource(settings, folder)
  try {
    const about = {
      version: RELEASE,
      taken_at: (await databaseClock(database)).now().toISOString(),
      origin: settings.origins[0] ?? null,
      secret: await secretOf(settings, database),
    }
    await readInstallation(database, about, taker)
  } finally {
    await database.close()
  }
}

async function backup(file: string, passphrase: string | null, around: Surroundings): Promise<void> {
  const settings = readSettings(around.environment, path => readFileSync(path, 'utf8'))
  const { rows, tables, bytes } = await takeBackup({
    file,
    passphrase,
    random: systemRandom,
    read: (taker, folder) => read(settings, taker, folder),
    onProgress: sayProgress(around),
  })
  around.out(`${file}: ${rows} rows of ${tables} tables, ${megabytes(bytes)}, read again and whole\n`)
  if (passphrase === null)
    around.out(
      'The installation’s secret is in it, in the clear: whoever has the file can read all that is kept of\n' +
        'people. Guard it, or seal it with --passphrase-file.\n',
    )
}

/** @returns the exit code */
export async function backupCommand(args: readonly string[], around: Surroundings): Promise<number> {
  return await carryOutKeeping(USAGE, around, async () => {
    const words = readWords(args, { withValue: ['--passphrase-file'], alone: ['--check'] })
    const [file, ...rest] = words?.operands ?? []
    if (!words || file === undefined || rest.length > 0) return null
    const passphrase = readPassphrase(words.values.get('--passphrase-file'), around)
    if (!words.flags.has('--check')) return await backup(resolve(file), passphrase, around)
    const { rows, tables } = await checkBackup(file, passphrase)
    around.out(`${file} is whole: ${rows} rows of ${tables} tables\n`)
  })
}
