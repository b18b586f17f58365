import { LANGUAGES, type Language } from '#contract/primitives.ts'
import { DEVICE_USES, linkPath, linkWish, type OfficeLink } from '#contract/rest/devices.ts'
import type { Database } from '#server/database/database.ts'
import { listLinks } from '#server/devices/links/list-links.ts'
import { makeLink } from '#server/devices/links/make-link.ts'
import { revokeLink } from '#server/devices/links/revoke-link.ts'
import { databaseClock } from '#server/machine-clock.ts'
import { systemRandom } from '#server/platform/random.ts'
import { Refusal } from '#server/web/refusal.ts'
import { is } from 'valibot'
import type { Said } from './language.ts'
import type { Surroundings } from './surroundings.ts'
import { Complaint, withDatabase } from './with-database.ts'

export const LINKS_USAGE: Said = {
  en: `numerito offices link wall OFFICE       makes a link that opens the office's wall, and prints it once
numerito offices link kiosk OFFICE      the same for its kiosk; after either: languages, as es,en
numerito offices links OFFICE           lists the links that stand
numerito offices revoke-link OFFICE ID  closes one, and all that it opened
`,
  es: `numerito offices link wall OFICINA       crea un enlace que abre la pantalla de la oficina; lo muestra una vez
numerito offices link kiosk OFICINA      lo mismo para su tótem; tras cualquiera de los dos: idiomas, como es,en
numerito offices links OFICINA           enumera los enlaces vigentes
numerito offices revoke-link OFICINA ID  cierra uno, y todo lo que abrió
`,
}

async function officeOf({ db }: Database, slug: string): Promise<{ id: number; slug: string }> {
  const office = await db
    .selectFrom('offices')
    .select(['id', 'slug'])
    .where('slug', '=', slug)
    .where('active', '=', true)
    .executeTakeFirst()
  if (!office) throw new Complaint(`there is no office ${slug}`)
  return office
}

const describe = ({ id, use, name, devices, last_seen_at }: OfficeLink): string =>
  `${String(id).padStart(4)}  ${use.padEnd(7)}  ${name}  ${devices} here lately, last seen ${last_seen_at ?? 'never'}\n`

/**
 * What the operator does with the links of an office.
 * @returns whether it was one of these commands
 */
export async function linksCommand(
  [command, ...operands]: readonly string[],
  around: Surroundings,
): Promise<boolean> {
  const contextOf = async (database: Database) => ({
    database,
    clock: await databaseClock(database),
    random: systemRandom,
  })
  const [first = '', second = '', third = LANGUAGES[0]] = operands
  const use = DEVICE_USES.find(one => one === first)
  if (command === 'link' && use && second !== '' && operands.length <= 3) {
    const wish = { use, name: use, languages: third.split(',') as Language[] }
    if (!is(linkWish, wish)) throw new Complaint(`${third} names no languages of ${LANGUAGES.join(',')}`)
    await withDatabase(around, async (database, { origins, tls, port }) => {
      const { id, slug } = await officeOf(database, second)
      const { secret } = await makeLink(await contextOf(database), { office_id: id, made_by: null, ...wish })
      // Where none is named the server is where it listens.
      const origin = origins[0] ?? `${tls ? 'https' : 'http'}://localhost:${port}`
      around.out(`${origin}${linkPath(use, slug, secret)}\n`)
    })
    return true
  }
  if (command === 'links' && operands.length === 1) {
    await withDatabase(around, async database => {
      const links = await listLinks(await contextOf(database), (await officeOf(database, first)).id)
      around.out(links.map(describe).join(''))
    })
    return true
  }
  if (command === 'revoke-link' && operands.length === 2) {
    await withDatabase(around, async database => {
      const { id } = await officeOf(database, first)
      try {
        await revokeLink(await contextOf(database), { office_id: id, link_id: Number(second) || 0 })
      } catch (error) {
        throw error instanceof Refusal ? new Complaint(`${first} has no link ${second}`) : error
      }
    })
    return true
  }
  return false
}
