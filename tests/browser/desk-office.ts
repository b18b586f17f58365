import type { Answers, Question } from '#contract/rest/forms.ts'
import type { Ticket } from '#contract/rest/tickets.ts'
import type { Database } from '#server/database/database.ts'
import { json } from '#server/database/json-column.ts'
import { hashPassword } from '#server/identity/passwords.ts'
import { systemRandom } from '#server/platform/random.ts'
import type { TestServer } from '#tests/support/server.ts'
import { zoneAtNoon } from '#tests/support/zone-at-noon.ts'

export const CLERK = { user: 'ana.rojas', password: 'cuatro-tazas-de-te' }

const HOURS = [1, 2, 3, 4, 5, 6, 7].map(weekday => ({ weekday, from: '00:00', to: '24:00' }))
const COMMUNES = ['Arica', 'Iquique', 'La Serena', 'Ñuñoa', 'Providencia', 'Talca', 'Temuco', 'Punta Arenas']

const QUESTIONS = [
  { id: 'tramite', question: '¿Qué trámite necesitas?', required: false },
  { id: 'firmados', question: '¿Traes los documentos firmados?', required: false },
].map(
  (question): Omit<Question, 'officeId'> => ({
    ...question,
    fieldType: 'text',
    limit: null,
    validCharacter: null,
    validMessage: null,
    active: true,
  }),
)

/** An organization of 92 offices, with a clerk in all of them and a notary's office at work. */
export async function openDeskOffice({ db }: Database) {
  const office = (name: string, district: string, at: number) => ({
    slug: `notaria-${at}`,
    name,
    category_slug: 'notarias',
    organization_id: 1,
    address: `Avenida Central ${100 + at}`,
    district,
    region: 'Metropolitana',
    latitude: -33.44,
    longitude: -70.65,
    time_zone: zoneAtNoon(),
    hours: json(HOURS),
    closures: json([]),
    // Nothing happens by itself while a test looks.
    call_repeats: 0,
    updated_at: new Date(),
  })
  const others = Array.from({ length: 91 }, (_, at) =>
    office(`Notaría ${COMMUNES[at % COMMUNES.length]} ${Math.floor(at / 8) + 1}`, COMMUNES[at % 8] ?? '', at),
  )
  const offices = await db
    .insertInto('offices')
    .values([office('Notaría Norte', 'Santiago', 91), ...others])
    .returning(['id', 'slug'])
    .execute()
  const office_id = offices.find(({ slug }) => slug === 'notaria-91')?.id as number

  const line = { office_id, type: 'normal' as const, fallback_minutes: 4 }
  const lines = await db
    .insertInto('lines')
    .values([
      {
        ...line,
        slug: 'firmas',
        name: 'Firmas y autorizaciones',
        prefix: 'A',
        ticket_form: json(QUESTIONS),
      },
      { ...line, slug: 'retiro', name: 'Retiro de documentos', prefix: 'R' },
      { ...line, slug: 'copias', name: 'Copias legales', prefix: 'C' },
    ])
    .returning(['id', 'slug'])
    .execute()

  const clerk = async (user_name: string, name: string, password: string) => {
    const { id } = await db
      .insertInto('clerks')
      .values({ user_name, name, password_hash: await hashPassword(password) })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('clerk_offices')
      .values(offices.map(({ id: office_id }) => ({ clerk_id: id, office_id })))
      .execute()
    return id
  }
  const clerk_id = await clerk(CLERK.user, 'Ana Rojas', CLERK.password)
  const other_id = await clerk('pedro.soto', 'Pedro Soto', systemRandom.uuid())
  const modulos = await db
    .insertInto('modulos')
    .values(
      ['1', '2', '3', 'Caja 1'].map(name => ({
        office_id,
        name,
        clerk_id: name === '2' ? other_id : null,
        opened_at: name === '2' ? new Date() : null,
      })),
    )
    .returning(['id', 'name'])
    .execute()
  const lineId = (slug: string) => lines.find(row => row.slug === slug)?.id as number
  const moduloId = (name: string) => modulos.find(row => row.name === name)?.id as number
  return { office_id, clerk_id, lineId, moduloId }
}

/** A new person's number, taken as their phone would take it. */
export async function takeNumber(
  server: TestServer,
  at: { office_id: number; line_id: number; answers?: Answers },
): Promise<{ ticket: Ticket; token: string }> {
  const { token } = await server.signInTemporary({ dni: systemRandom.uuid().slice(0, 8) })
  const response = await server.ask('v1', `/offices/${at.office_id}/tickets/new`, {
    token,
    body: { line_id: at.line_id, request_id: systemRandom.uuid(), meta: { answers: at.answers } },
  })
  if (!response.ok) throw new Error(`no number: ${response.status} ${await response.text()}`)
  return { ticket: (await response.json()) as Ticket, token }
}
