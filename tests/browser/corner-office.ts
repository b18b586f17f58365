import { json } from '#server/database/json-column.ts'
import { callAgain } from '#server/queue/call-again.ts'
import { callNext } from '#server/queue/call-next.ts'
import { deskState } from '#server/queue/desk-state.ts'
import { issuePaperNumber } from '#server/queue/issue-paper-number.ts'
import { markAttended } from '#server/queue/mark-attended.ts'
import { openModulo } from '#server/queue/open-modulo.ts'
import type { TestServer } from '#tests/support/server.ts'

const HOURS = [1, 2, 3, 4, 5, 6, 7].map(weekday => ({ weekday, from: '00:00', to: '24:00' }))
const DISTRICTS = ['Ñuñoa', 'Providencia', 'Talca']
const MODULO = '3'

/** The office at the corner: always open, one line that asks nothing, and a clerk at modulo 3. */
export interface CornerOffice {
  slug: string
  name: string
  /** The screen on which a number of its line is taken. */
  takePath: string
  /** So many people with a paper number join the line. */
  join(people: number): Promise<void>
  /** The clerk's buttons. */
  call(): Promise<void>
  callAgain(): Promise<void>
  attended(): Promise<void>
  /** What the clerk sees of the one who stands at the desk. */
  current(): Promise<NonNullable<Awaited<ReturnType<typeof deskState>>['current']>>
}

/** Opens it, and some more offices that only stand in the list. */
export async function openCornerOffice({ database, queue }: TestServer): Promise<CornerOffice> {
  const { db } = database
  const office = (slug: string, name: string, district: string) => ({
    slug,
    name,
    category_slug: 'notarias',
    organization_id: 1,
    address: 'Irarrázaval 2401',
    district,
    region: 'Metropolitana',
    latitude: -33.45,
    longitude: -70.6,
    time_zone: 'America/Santiago',
    hours: json(HOURS),
    closures: json([]),
    updated_at: new Date(),
  })
  const [slug, name] = ['notaria-esquina', 'Notaría Esquina']
  const { id: office_id } = await db
    .insertInto('offices')
    .values(office(slug, name, 'Ñuñoa'))
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('offices')
    .values(DISTRICTS.map((district, at) => office(`notaria-${at}`, `Notaría ${district}`, district)))
    .execute()
  const { id: line_id } = await db
    .insertInto('lines')
    .values({ office_id, slug: 'caja', name: 'Caja', prefix: 'A', type: 'normal', fallback_minutes: 4 })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: clerk_id } = await db
    .insertInto('clerks')
    .values({ user_name: 'ana.rojas', name: 'Ana Rojas', password_hash: null })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.insertInto('clerk_offices').values({ clerk_id, office_id }).execute()
  const { id: modulo_id } = await db
    .insertInto('modulos')
    .values({ office_id, name: MODULO, clerk_id: null, opened_at: null })
    .returning('id')
    .executeTakeFirstOrThrow()
  const at = { office_id, clerk_id }
  await openModulo(queue, { ...at, modulo_id })

  return {
    slug,
    name,
    takePath: `/offices/${slug}/lines/caja/take`,
    async join(people) {
      for (let person = 0; person < people; person++) await issuePaperNumber(queue, { office_id, line_id })
    },
    async call() {
      await callNext(queue, { ...at, line_ids: [] })
    },
    callAgain: () => callAgain(queue, at),
    attended: () => markAttended(queue, at),
    async current() {
      const { current } = await deskState(queue, at)
      if (!current) throw new Error('nobody stands at the desk')
      return current
    },
  }
}
