import type { Question } from '#contract/rest/forms.ts'
import { addDays, wallTime } from '#contract/rules/office-time.ts'
import { json } from '#server/database/json-column.ts'
import { callAgain } from '#server/queue/call/call-again.ts'
import { callNext } from '#server/queue/call/call-next.ts'
import { callReservation } from '#server/queue/call/call-reservation.ts'
import { deskState } from '#server/queue/call/desk-state.ts'
import { freezeLine } from '#server/queue/desk/freeze-line.ts'
import { issuePaperNumber } from '#server/queue/take/issue-paper-number.ts'
import { markAttended } from '#server/queue/desk/mark-attended.ts'
import { openModulo } from '#server/queue/desk/open-modulo.ts'
import { whoCame } from '#tests/support/who-came.ts'
import type { TestServer } from '#tests/support/server.ts'

const ALWAYS = [1, 2, 3, 4, 5, 6, 7].map(weekday => ({ weekday, from: '00:00', to: '24:00' }))

/** The main square: where a person stands who says where they are. */
export const SQUARE = { latitude: -33.4378, longitude: -70.6505 }

/** That many days from today, as it is in Punta Arenas. */
const daysOn = (days: number) => addDays(wallTime(new Date(), 'America/Punta_Arenas').day, days)

const question = (id: string, change: Partial<Question>): Omit<Question, 'officeId'> => ({
  id,
  fieldType: 'text',
  question: id,
  limit: null,
  required: true,
  validCharacter: null,
  validMessage: null,
  active: true,
  ...change,
})

const FORM = [
  question('repertorio', {
    question: 'Número de repertorio',
    limit: 6,
    validCharacter: String.raw`\d{6}`,
    validMessage: 'Son los seis dígitos de arriba a la derecha',
  }),
  question('nota', {
    question: '¿Algo que debamos saber?',
    fieldType: 'textarea',
    required: false,
    limit: 200,
  }),
  question('retirada', { question: 'Pregunta retirada', active: false }),
]

const office = (slug: string, name: string, change: object = {}) => ({
  slug,
  name,
  category_slug: 'notarias',
  organization_id: 1,
  address: 'Bandera 100',
  district: 'Santiago',
  region: 'Metropolitana',
  latitude: -33.4428,
  longitude: SQUARE.longitude,
  time_zone: 'America/Santiago',
  hours: json(ALWAYS),
  closures: json([]),
  // Nothing happens by itself while a test looks.
  call_repeats: 0,
  updated_at: new Date(),
  ...change,
})

/** More offices than four windows show, far away. */
const many = Array.from({ length: 60 }, (_, at) =>
  office(`starken-${at}`, `Starken Talca ${at + 1}`, {
    category_slug: 'starken',
    organization_id: 4,
    district: 'Talca',
    region: 'Maule',
    latitude: -35.4264,
    longitude: -71.6554,
  }),
)

/**
 * A small town for the application's own screens: a notary's office at work with a line of every kind and a
 * clerk at modulo 3, another one across the river, a bank without a place, one at the other end of the
 * country, and many more.
 */
export async function openTown({ database, queue }: TestServer) {
  const { db } = database
  const [first] = await db
    .insertInto('offices')
    .values([
      office('notaria-norte', 'Notaría Norte'),
      office('notaria-nunoa', 'Notaría Ñuñoa', {
        district: 'Ñuñoa',
        address: 'Irarrázaval 2401',
        latitude: -33.4878,
      }),
      office('bci-internet', 'Banco Bci por internet', {
        category_slug: 'banco-bci',
        organization_id: 15,
        web_only: true,
        latitude: null,
        longitude: null,
      }),
      office('correos-punta-arenas', 'Correos Punta Arenas', {
        category_slug: 'correos-de-chile',
        organization_id: 13,
        district: 'Punta Arenas',
        region: 'Magallanes',
        latitude: -53.1638,
        longitude: -70.9171,
        time_zone: 'America/Punta_Arenas',
        hours: json(ALWAYS.map(hours => ({ ...hours, to: '13:30' }))),
        // From today on: more days than are shown, should the day end while a test looks as well.
        closures: json(['2020-01-01', ...[12, 0, 11, 1, 10, 2, 9].map(daysOn)]),
      }),
      ...many,
    ])
    .returning('id')
    .execute()
  const office_id = first?.id as number
  const kind = await db
    .insertInto('line_categories')
    .values({ organization_id: 1, slug: 'firmas', name: 'Firmas y poderes' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const line = { office_id, prefix: 'A', type: 'normal' as const, fallback_minutes: 4 }
  const lines = await db
    .insertInto('lines')
    .values([
      { ...line, slug: 'firmas', name: 'Firmas y autorizaciones', priority: 9, line_category_id: kind.id },
      { ...line, slug: 'escrituras', name: 'Escrituras', prefix: 'E', priority: 8, ticket_form: json(FORM) },
      { ...line, slug: 'congelada', name: 'Certificados', prefix: 'C', frozen: true },
      { ...line, slug: 'dispensador', name: 'Copias legales', prefix: 'D', type: 'kiosk' },
      { ...line, slug: 'interna', name: 'Entrega reservada', prefix: 'I', type: 'hidden' },
      {
        ...line,
        slug: 'asesoria',
        name: 'Asesoría por video',
        prefix: 'V',
        virtual: true,
        folder: 'A distancia',
      },
    ])
    .returning(['id', 'slug'])
    .execute()
  const lineId = (slug: string): number => lines.find(row => row.slug === slug)?.id as number

  const { id: clerk_id } = await db
    .insertInto('clerks')
    .values({ user_name: 'ana.rojas', name: 'Ana Rojas', password_hash: null })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.insertInto('clerk_offices').values({ clerk_id, office_id }).execute()
  const { id: modulo_id } = await db
    .insertInto('modulos')
    .values({ office_id, name: '3', clerk_id: null, opened_at: null })
    .returning('id')
    .executeTakeFirstOrThrow()
  const desk = { office_id, clerk_id }
  await openModulo(queue, { ...desk, modulo_id })

  return {
    office_id,
    lineId,
    /** So many people with a paper number join a line. */
    async join(slug: string, people: number) {
      for (let person = 0; person < people; person++)
        await issuePaperNumber(queue, { office_id, line_id: lineId(slug) })
    },
    /** Whoever stands there came. */
    call: async (slug: string) =>
      callNext(queue, { ...desk, line_ids: [lineId(slug)], ...(await whoCame(queue.database, desk)) }),
    callAgain: () => callAgain(queue, desk),
    callReservation: async (id: string) =>
      callReservation(queue, { ...desk, id, ...(await whoCame(queue.database, desk)) }),
    attended: () => markAttended(queue, desk),
    freeze: (slug: string, frozen: boolean) =>
      freezeLine(queue, { office_id, line_id: lineId(slug), frozen }),
    /** What the clerk sees of the one who stands at the desk. */
    current: async () => (await deskState(queue, desk)).current,
  }
}

export type Town = Awaited<ReturnType<typeof openTown>>
