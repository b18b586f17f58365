import { eraseBooked } from '#server/own-data/erase-booked.ts'
import { erasePerson } from '#server/own-data/erase-person.ts'
import { findBooked, type FoundBooking } from '#server/own-data/find-booked.ts'
import { findPeople, type FoundPerson } from '#server/own-data/find-people.ts'
import type { OwnDataContext } from '#server/own-data/own-data-context.ts'
import { readBooked, readOwnData } from '#server/own-data/read-own-data.ts'
import { carryOut, worldOf } from './command.ts'
import type { Said } from './language.ts'
import { lineOfInput } from './line-of-input.ts'
import { EXIT, type Surroundings } from './surroundings.ts'
import { Complaint, withDatabase } from './with-database.ts'

const USAGE: Said = {
  en: `numerito person export WHO           says who that is; nothing is read out yet
numerito person export WHO ID        prints everything that is kept of the one with that id, as JSON
numerito person erase WHO            says who that is; nothing is erased yet
numerito person erase WHO ID         erases the one with that id, for good
                                     ID may be «all», but for those who only said it; WHO may be «-»: a line of
                                     the input, which no list of processes shows

WHO is a rut, a dni or an e-mail. Whoever asks proves to you that it is theirs: a document is typed, and
several people may have typed one. «said for a turn»: typed in a form, perhaps of somebody else, such as a
parent. What they hold is given back; figures of nobody stay. A time that a desk booked for them is one by
itself, with an id of its own.
`,
  es: `numerito person export QUIEN         dice quién es; todavía no muestra nada
numerito person export QUIEN ID      muestra, como JSON, todo lo que se guarda de quien tiene ese id
numerito person erase QUIEN          dice quién es; todavía no borra nada
numerito person erase QUIEN ID       borra para siempre a quien tiene ese id
                                     ID puede ser «all», menos quienes solo lo dijeron; QUIEN puede ser «-»: una
                                     línea de la entrada, que no aparece en la lista de procesos

QUIEN es un rut, un dni o un correo. Quien lo pide te demuestra que es suyo: un documento se escribe, y
varias personas pueden haber escrito el mismo. «said for a turn»: se escribió en un formulario, quizás de otra
persona, como su madre. Lo que tienen se devuelve; las cifras de nadie se quedan. Una hora que un mesón reservó
para ella va por sí sola, con su propio id.
`,
}

type Found = FoundPerson | FoundBooking

const described = (found: Found) => {
  if ('day' in found)
    return `${found.id}  ${found.name}  booked at a desk for ${found.day}, ${found.office}\n`
  const { id, name, temporal, created_at, isOwn } = found
  const since = created_at.toISOString().slice(0, 10)
  return `${id}  ${name ?? '(no name)'}  ${temporal ? 'without' : 'with'} an account  since ${since}${isOwn ? '' : '  said for a turn'}\n`
}

/** Who has a name and only said it for a turn (a parent's, perhaps) is meant by their id alone. */
const isTheirs = (found: Found) => 'day' in found || found.isOwn || found.name === null

interface Asked {
  who: string
  /** Which of those that are found; undefined where nobody has said. */
  which: string | undefined
}

/** With those who are meant; where nobody said which of them, they are named, and nothing else is done. */
async function withPeople(
  around: Surroundings,
  { who, which }: Asked,
  undone: string,
  work: (context: OwnDataContext, meant: Found[]) => Promise<void>,
): Promise<number> {
  return await withDatabase(around, async (database, settings) => {
    const context = await worldOf(database, settings)
    const people = [...(await findPeople(context, who)), ...(await findBooked(context, who))]
    if (people.length === 0) throw new Complaint('nobody is known by that')
    if (which === undefined) {
      for (const found of people) around.out(described(found))
      around.out(`nothing was ${undone}: say which, by its id, or «all»\n`)
      return EXIT.done
    }
    const meant = people.filter(one => (which === 'all' ? isTheirs(one) : one.id === which))
    if (meant.length === 0)
      throw new Complaint(which === 'all' ? 'it is nobody’s own: say an id' : 'none of them has that id')
    await work(context, meant)
    return EXIT.done
  })
}

/** What is read out is handed over: of two who typed one document each would get the other's. */
const exportPeople = (asked: Asked, around: Surroundings) =>
  withPeople(around, asked, 'read out', async (context, meant) => {
    const all = []
    for (const found of meant)
      all.push(await ('day' in found ? readBooked(context, found.id) : readOwnData(context, found.id)))
    around.out(`${JSON.stringify(all, null, 2)}\n`)
  })

const erasePeople = (asked: Asked, around: Surroundings) =>
  withPeople(around, asked, 'erased', async (context, meant) => {
    for (const found of meant) {
      if (!('day' in found)) await erasePerson(context, found.id)
      else if (!(await eraseBooked(context, found.id)))
        throw new Complaint(`a phone has the time ${found.id} by now: ask again who that is`)
      around.out(`erased ${found.id}\n`)
    }
  })

const COMMANDS = new Map([
  ['export', exportPeople],
  ['erase', erasePeople],
])

/**
 * @param readLine of whoever types, where «-» stands for the person
 * @returns the exit code
 */
export async function personCommand(
  args: readonly string[],
  around: Surroundings,
  readLine = lineOfInput,
): Promise<number> {
  const [name = '', who, which, ...rest] = args
  const command = COMMANDS.get(name)
  return await carryOut(USAGE, around, async () => {
    if (!command || who === undefined || rest.length > 0) return null
    return await command({ who: who === '-' ? await readLine() : who, which }, around)
  })
}
