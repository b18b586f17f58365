import { hashPassword } from '#server/identity/passwords.ts'
import { checkOfficesFile, type OfficesSource } from '#server/offices/file/check-offices-file.ts'
import { faultText, type OfficesFault } from '#server/offices/file/fault.ts'
import { officesSchema } from '#server/offices/file/offices-schema.ts'
import { readOfficesSource } from '#server/offices/file/read-offices-source.ts'
import type { EndedDay } from '#server/offices/load/ended-days.ts'
import type { LoadOutcome } from '#server/offices/load/load-offices.ts'
import type { Others, Unnamed } from '#server/offices/load/unnamed.ts'
import { databaseClock } from '#server/machine-clock.ts'
import { loadFile } from '#server/office-settings/load-file.ts'
import { askServer } from '#server/office-settings/operator-socket.ts'
import { setClerkPassword } from '#server/offices/set-clerk-password.ts'
import { systemRandom } from '#server/platform/random.ts'
import { carryOut, worldOf } from './command.ts'
import type { Said } from './language.ts'
import { LINKS_USAGE, linksCommand } from './office-links.ts'
import { EXIT, type Surroundings } from './surroundings.ts'
import { Complaint, HeldElsewhere, withDatabase } from './with-database.ts'

const USAGE: Said = {
  en: `numerito offices check FILE             holds an offices file against its rules
numerito offices load FILE              loads it into the database of the settings; where it does not name
                                        all offices and clerks it asks for one of these words:
  --keep-others                         those stay as they are: FILE is a part
  --retire-others                       nobody sees them any more, and the clerks are signed out: FILE is all
                                        and where it closes now an office in which people wait, for this one:
  --close-now                           it closes at once, as it always does at the end of its day
numerito offices clerk-password USER    gives a clerk a new password, and prints it once
${LINKS_USAGE.en}numerito offices schema                 prints the file's JSON Schema

FILE may be a directory: its .json files are the parts of one. docs/offices-file.md describes it.
`,
  es: `numerito offices check ARCHIVO           revisa un archivo de oficinas según sus reglas
numerito offices load ARCHIVO            lo carga en la base de datos de los ajustes; si no nombra todas las
                                         oficinas y a todos los ejecutivos, pide una de estas palabras:
  --keep-others                          lo demás queda como está: ARCHIVO es una parte
  --retire-others                        nadie lo ve más, y se cierra la sesión de los ejecutivos: ARCHIVO es todo
                                         y si cierra ahora una oficina en la que espera gente, pide esta:
  --close-now                            cierra en el acto, como siempre al final de su día
numerito offices clerk-password USUARIO  da a un ejecutivo una clave nueva y la muestra una sola vez
${LINKS_USAGE.es}numerito offices schema                  muestra el JSON Schema del archivo

ARCHIVO puede ser un directorio: sus archivos .json son las partes de uno. docs/offices-file.md lo describe.
`,
}

async function sourcesOf(path: string): Promise<OfficesSource[]> {
  try {
    return await readOfficesSource(path)
  } catch (error) {
    throw new Complaint((error as Error).message)
  }
}

function report(faults: readonly OfficesFault[], { err }: Surroundings): number {
  for (const fault of faults) err(`${faultText(fault)}\n`)
  err(`${faults.length} ${faults.length === 1 ? 'fault' : 'faults'}\n`)
  return EXIT.refused
}

async function check(path: string, around: Surroundings): Promise<number> {
  const { file, faults } = checkOfficesFile(await sourcesOf(path))
  if (file === null) return report(faults, around)
  const lines = file.offices.reduce((sum, office) => sum + office.lines.length, 0)
  around.out(`${path} is in order: ${file.offices.length} offices, ${lines} lines\n`)
  return EXIT.done
}

function refuse(faults: readonly OfficesFault[], around: Surroundings): number {
  report(faults, around)
  around.err('nothing was loaded\n')
  return EXIT.refused
}

/** So many are named one by one; of more it is said how many. */
const NAMED = 20

function named(names: readonly string[], [one, many]: readonly [string, string]): string {
  const rest = names.length - NAMED
  const list = names.slice(0, NAMED).join(', ')
  return `  ${names.length} ${names.length === 1 ? one : many}: ${list}${rest > 0 ? ` and ${rest} more` : ''}\n`
}

/** A day that was typed wrong sends home whoever waits. */
function askAboutDays(
  ended: readonly EndedDay[],
  path: string,
  others: Others | null,
  { err }: Surroundings,
): number {
  err(`${path} closes now where people wait:\n`)
  const offices = ended.map(({ office, waiting }) => `${office} (${waiting})`)
  err(named(offices, ['office', 'offices']))
  err('nothing was loaded. Where this is meant, say so as well:\n')
  const said = others === null ? '' : ` --${others}-others`
  err(`  numerito offices load ${path}${said} ${CLOSE_NOW}\n`)
  return EXIT.refused
}

/** What a file leaves out was perhaps opened in the browser, or is another part of it. */
function askAbout({ offices, clerks }: Unnamed, path: string, { err }: Surroundings): number {
  err(`${path} does not name all that there are:\n`)
  if (offices.length > 0) err(named(offices, ['office', 'offices']))
  if (clerks.length > 0) err(named(clerks, ['clerk', 'clerks']))
  err('nothing was loaded. Say what becomes of them:\n')
  err(`  numerito offices load ${path} --keep-others    they stay as they are\n`)
  err(
    `  numerito offices load ${path} --retire-others  nobody sees them, and the clerks are signed out at once\n`,
  )
  return EXIT.refused
}

const CLOSE_NOW = '--close-now'
const OTHERS: Readonly<Record<string, Others>> = { '--keep-others': 'keep', '--retire-others': 'retire' }

interface LoadWords {
  others: Others | null
  mayEndDays: boolean
}

async function load(path: string, words: LoadWords, around: Surroundings): Promise<number> {
  const sources = await sourcesOf(path)
  const { faults } = checkOfficesFile(sources)
  // Before the database is opened: a file with faults needs none.
  if (faults.length > 0) return refuse(faults, around)
  const outcome = await loadSources(sources, words, around)
  if (!outcome.loaded) {
    if (outcome.unnamed) return askAbout(outcome.unnamed, path, around)
    if (outcome.ended.length > 0) return askAboutDays(outcome.ended, path, words.others, around)
    return refuse(outcome.faults, around)
  }
  for (const [what, { added, changed, retired }] of Object.entries(outcome.summary)) {
    around.out(`${what.padEnd(8)} ${added} added, ${changed} changed, ${retired} retired\n`)
  }
  return EXIT.done
}

/** Into the database of the settings, new or not; by the running server, where that holds it. */
async function loadSources(
  sources: OfficesSource[],
  { others, mayEndDays }: LoadWords,
  around: Surroundings,
): Promise<LoadOutcome> {
  try {
    return await withDatabase(
      around,
      async (database, settings) => loadFile(await worldOf(database, settings), sources, others, mayEndDays),
      true,
    )
  } catch (error) {
    if (!(error instanceof HeldElsewhere)) throw error
    const outcome = await askServer(error.dataDirectory, sources, others, mayEndDays).catch(
      (fault: Error) => {
        throw new Complaint(fault.message)
      },
    )
    if (!outcome) throw error
    return outcome
  }
}

async function clerkPassword(user: string, around: Surroundings): Promise<number> {
  return await withDatabase(around, async database => {
    const password = await setClerkPassword(
      { database, clock: await databaseClock(database), random: systemRandom, hashPassword },
      user,
    )
    if (password === null)
      throw new Complaint(`there is no clerk ${user}: name them in the offices file first`)
    around.out(`${password}\n`)
    return EXIT.done
  })
}

/** The words may stand before the file or behind it. */
async function loadCommand(operands: readonly string[], around: Surroundings): Promise<number | null> {
  const words = new Set(operands.filter(operand => operand.startsWith('--')))
  const mayEndDays = words.delete(CLOSE_NOW)
  const [path, ...more] = operands.filter(operand => !operand.startsWith('--'))
  const [word, ...contrary] = words
  const others = word === undefined ? null : OTHERS[word]
  if (path === undefined || others === undefined || more.length + contrary.length > 0) return null
  return await load(path, { others, mayEndDays }, around)
}

/** @returns the exit code */
export async function officesCommand(args: readonly string[], around: Surroundings): Promise<number> {
  const [command, operand, ...rest] = args
  return await carryOut(USAGE, around, async () => {
    if (await linksCommand(args, around)) return EXIT.done
    if (command === 'schema' && operand === undefined) {
      around.out(`${JSON.stringify(officesSchema(), null, 2)}\n`)
      return EXIT.done
    }
    if (operand === undefined) return null
    if (command === 'load') return await loadCommand([operand, ...rest], around)
    if (rest.length > 0) return null
    if (command === 'check') return await check(operand, around)
    return command === 'clerk-password' ? await clerkPassword(operand, around) : null
  })
}
