import { stat } from 'node:fs/promises'
import type { Random } from '#server/platform/random.ts'
import { linesOf, takeLines } from './backup-file/lines.ts'
import { readBackupLines } from './backup-file/read-file.ts'
import { writeBackupFile } from './backup-file/write-file.ts'
import { draftBeside } from './draft-beside.ts'
import { type InstallationTaker, type Progress, toldAbout } from './installation.ts'
import { KeepingFault, wordedForOperator } from './keeping-fault.ts'

export interface BackupWish {
  file: string
  /** Null to write it in the clear. */
  passphrase: string | null
  random: Random
  /** @param folder for what has to lie somewhere meanwhile; it goes with the draft */
  read(taker: InstallationTaker, folder: string): Promise<void>
  onProgress(progress: Progress): void
}

export interface Taken {
  rows: number
  tables: number
  /** Of the file. */
  bytes: number
}

/** Counts what comes, and holds it against what the end says. */
function counting(): { taker: InstallationTaker; taken(): Omit<Taken, 'bytes'> } {
  const counts: Record<string, number> = {}
  let table = ''
  const taken = () => ({
    rows: Object.values(counts).reduce((sum, count) => sum + count, 0),
    tables: Object.keys(counts).length,
  })
  return {
    taken,
    taker: {
      async head() {},
      async table(name) {
        table = name
        counts[name] = 0
      },
      async rows(rows) {
        counts[table] = (counts[table] ?? 0) + rows.length
      },
      async sequences() {},
      async end(said) {
        for (const name of Object.keys({ ...said, ...counts }))
          if (said[name] !== counts[name])
            throw new KeepingFault(
              `of ${name} the file has ${counts[name] ?? 0} rows, not ${said[name] ?? 0}`,
            )
      },
    },
  }
}

/** Reads a backup to its end, and writes nothing. @throws KeepingFault where it is not whole */
export async function checkBackup(file: string, passphrase: string | null): Promise<Taken> {
  const { taker, taken } = counting()
  await takeLines(readBackupLines(file, passphrase), taker)
  return { ...taken(), bytes: (await stat(file)).size }
}

/**
 * Takes a backup into a file, and reads it again to its end before it gets its name.
 * @throws KeepingFault, and then there is no file
 */
export async function takeBackup({ file, passphrase, random, read, onProgress }: BackupWish): Promise<Taken> {
  let taken: Taken | undefined
  try {
    await draftBeside(file, async (draft, folder) => {
      await writeBackupFile(draft, { passphrase, random }, put =>
        read(toldAbout(linesOf(put), onProgress), folder),
      )
      taken = await checkBackup(draft, passphrase)
    })
  } catch (error) {
    throw wordedForOperator(error, `for ${file}`)
  }
  if (!taken) throw new Error('a backup was written and not read')
  return taken
}
