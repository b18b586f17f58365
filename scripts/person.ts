import { createOfficeGate } from '#server/facts/office-gate.ts'
import { holdsSealed } from '#server/notify/vapid-keys.ts'
import { erasePerson } from '#server/own-data/erase-person.ts'
import { findPeople, type FoundPerson } from '#server/own-data/find-people.ts'
import type { OwnDataContext } from '#server/own-data/own-data-context.ts'
import { readOwnData } from '#server/own-data/read-own-data.ts'
import { systemClock } from '#server/platform/clock.ts'
import { systemRandom } from '#server/platform/random.ts'
import { createProtection } from '#server/secrets/protection.ts'
import { loadSecretFile } from '#server/secrets/secret-file.ts'
import { SettingFaults } from '#server/settings/settings.ts'
import { Complaint, type Surroundings, withDatabase } from './with-database.ts'

const USAGE = `npm run person -- export WHO           prints everything that is kept of a person, as JSON
npm run person -- erase WHO            says who that is; nothing is erased yet
npm run person -- erase WHO ID         erases the one with that id, for good; ID may be «all»

WHO is a rut, a dni or an e-mail. Whoever asks proves to you that it is theirs: a document is typed, and
several people may have typed one. What they hold is given back; figures of nobody stay.
`

const EXIT = { done: 0, refused: 1, misused: 2 } as const

const described = ({ id, name, temporal, created_at }: FoundPerson) =>
  `${id}  ${name}  ${temporal ? 'without an account' : 'with an account'}  since ${created_at.toISOString().slice(0, 10)}\n`

async function withPeople(
  around: Surroundings,
  who: string,
  work: (context: OwnDataContext, people: FoundPerson[]) => Promise<void>,
): Promise<number> {
  return await withDatabase(around, async (database, settings) => {
    const secret =
      settings.secret ?? (await loadSecretFile(settings.dataDirectory, () => holdsSealed(database)))
    const protection = createProtection(secret)
    const context: OwnDataContext = {
      database,
      clock: systemClock,
      random: systemRandom,
      // Sockets and pushes are the servers': they find the facts in the log, and the ends of sessions with
      // the commit.
      tell: () => {},
      gate: createOfficeGate(),
      protect: protection,
      protection,
    }
    const people = await findPeople(context, who)
    if (people.length === 0) throw new Complaint('nobody is known by that')
    await work(context, people)
    return EXIT.done
  })
}

const exportPeople = (who: string, around: Surroundings) =>
  withPeople(around, who, async (context, people) => {
    const all = []
    for (const { id } of people) all.push(await readOwnData(context, id))
    around.out(`${JSON.stringify(all, null, 2)}\n`)
  })

const erasePeople = (who: string, which: string | undefined, around: Surroundings) =>
  withPeople(around, who, async (context, people) => {
    if (which === undefined) {
      for (const person of people) around.out(described(person))
      around.out(`nothing was erased: say which, by its id, or «all»\n`)
      return
    }
    const meant = people.filter(({ id }) => which === 'all' || id === which)
    if (meant.length === 0) throw new Complaint('none of them has that id')
    for (const person of meant) {
      await erasePerson(context, person.id)
      around.out(`erased ${person.id}\n`)
    }
  })

/** @returns the exit code */
export async function personCommand(args: readonly string[], around: Surroundings): Promise<number> {
  const [command, who, which, ...rest] = args
  try {
    if (rest.length === 0 && who !== undefined) {
      if (command === 'export' && which === undefined) return await exportPeople(who, around)
      if (command === 'erase') return await erasePeople(who, which, around)
    }
    around.err(USAGE)
    return EXIT.misused
  } catch (error) {
    if (!(error instanceof Complaint || error instanceof SettingFaults)) throw error
    around.err(`${error.message}\n`)
    return EXIT.refused
  }
}

if (import.meta.main) {
  process.exitCode = await personCommand(process.argv.slice(2), {
    environment: process.env,
    out: text => void process.stdout.write(text),
    err: text => void process.stderr.write(text),
  })
}
