import { openDatabase } from '#server/database/open-database.ts'
import { beginAnew } from '#server/keeping/begin-anew.ts'
import { takeLines } from '#server/keeping/backup-file/lines.ts'
import { readBackupLines } from '#server/keeping/backup-file/read-file.ts'
import { fillEmbedded } from '#server/keeping/fill-embedded.ts'
import { fillPostgres } from '#server/keeping/fill-postgres.ts'
import { type Bring, type Head, type Progress, toldAbout } from '#server/keeping/installation.ts'
import { KeepingFault } from '#server/keeping/keeping-fault.ts'
import { databaseClock } from '#server/machine-clock.ts'
import type { Settings } from '#server/settings/settings.ts'
import { asKeeper } from './destinations.ts'
import {
  carryOutKeeping,
  megabytes,
  readPassphrase,
  readWords,
  sayProgress,
  settingsToFill,
} from './keeping.ts'
import type { Said } from './language.ts'
import type { Surroundings } from './surroundings.ts'
import { Complaint } from './with-database.ts'

const USAGE: Said = {
  en: `numerito restore FILE            makes of a backup the installation of the settings
numerito restore --replace FILE  the same in the place of one that is there, which is lost
numerito restore --secret FILE   prints the secret that is in it, for NUMERITO_SECRET, and restores nothing

--passphrase-file PATH   the passphrase in PATH's first line; NUMERITO_BACKUP_PASSPHRASE does the same
`,
  es: `numerito restore ARCHIVO            crea de un respaldo la instalación de los ajustes
numerito restore --replace ARCHIVO  lo mismo en el lugar de una que ya está, que se pierde
numerito restore --secret ARCHIVO   muestra el secreto que contiene, para NUMERITO_SECRET; no restaura nada

--passphrase-file RUTA   la contraseña de la primera línea de RUTA; NUMERITO_BACKUP_PASSPHRASE hace lo mismo
`,
}

/** What is known of a backup once its first line is read; the rest is not looked at. */
async function headOf(file: string, passphrase: string | null): Promise<Head> {
  const found: Head[] = []
  const seen = new Error('seen')
  const stop = async () => {
    throw seen
  }
  try {
    await takeLines(readBackupLines(file, passphrase), {
      async head(head) {
        found.push(head)
        throw seen
      },
      table: stop,
      rows: stop,
      sequences: stop,
      end: stop,
    })
  } catch (error) {
    if (error !== seen) throw error
  }
  const [head] = found
  if (!head) throw new KeepingFault('the file is damaged: it does not say of what it is a backup')
  return head
}

/** @throws Complaint where the server of these settings would not have the secret of what is restored */
function demandSecret({ secret }: Head, settings: Settings, file: string): void {
  if (secret === null) return
  const given = settings.secret && Buffer.from(settings.secret).toString('base64')
  if (given === secret || (given === null && settings.databaseUrl === null)) return
  throw new Complaint(
    `${given === null ? 'NUMERITO_SECRET is not set' : 'NUMERITO_SECRET is another than the backup’s'}: what is ` +
      `restored is sealed with the backup’s own. «numerito restore --secret ${file}» prints it`,
  )
}

async function restore(
  { file, passphrase, replaces }: { file: string; passphrase: string | null; replaces: boolean },
  around: Surroundings,
): Promise<void> {
  const settings = settingsToFill(around.environment)
  const head = await headOf(file, passphrase)
  demandSecret(head, settings, file)
  const far: Progress = { table: '', rows: 0, bytes: 0 }
  const say = sayProgress(around)
  const tell = (progress: Progress) => {
    Object.assign(far, progress)
    say(progress)
  }
  const bring: Bring = async (taker, trx) => {
    await takeLines(readBackupLines(file, passphrase), toldAbout(taker, tell))
    await beginAnew(trx, (await databaseClock({ db: trx })).now())
  }
  const { dataDirectory, databaseUrl } = settings
  if (databaseUrl === null) await fillEmbedded(dataDirectory, replaces, bring)
  else {
    const database = await openDatabase({ dataDirectory, databaseUrl: asKeeper(databaseUrl), poolSize: 1 })
    try {
      await fillPostgres(database, replaces, bring)
    } finally {
      await database.close()
    }
  }
  around.out(
    `restored into ${databaseUrl === null ? dataDirectory : 'the database of DATABASE_URL'}: ${far.rows} rows, ` +
      `${megabytes(far.bytes)}, as it stood at ${head.taken_at}\n` +
      'Start it only where the one that was backed up serves no more: both would call the same phones.\n',
  )
  if (head.origin !== null)
    around.out(`People and push services know it as ${head.origin} (NUMERITO_ORIGIN).\n`)
}

/** @returns the exit code */
export async function restoreCommand(args: readonly string[], around: Surroundings): Promise<number> {
  return await carryOutKeeping(USAGE, around, async () => {
    const words = readWords(args, { withValue: ['--passphrase-file'], alone: ['--replace', '--secret'] })
    const [file, ...rest] = words?.operands ?? []
    if (!words || file === undefined || rest.length > 0) return null
    const passphrase = readPassphrase(words.values.get('--passphrase-file'), around)
    if (words.flags.has('--secret')) {
      const { secret } = await headOf(file, passphrase)
      around.out(secret === null ? 'nothing in it is sealed\n' : `${secret}\n`)
      return
    }
    await restore({ file, passphrase, replaces: words.flags.has('--replace') }, around)
  })
}
