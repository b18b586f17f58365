import { randomUUID } from 'node:crypto'
import { hashPassword } from '#server/identity/passwords.ts'
import type { Database } from '#server/database/database.ts'
import { json } from '#server/database/json-column.ts'
import { replaceSettings } from '#server/office-settings/replace-settings.ts'
import { standingSettings } from '#server/office-settings/standing-settings.ts'
import { organizationOf } from '#server/offices/load/wanted-rows.ts'
import { invite } from '#server/staff/invite.ts'
import type { StaffContext } from '#server/staff/staff-context.ts'
import { type CallerKind, credentialsOf } from '#tests/wire/access-matrix/callers.ts'
import { createScene, type Scene } from '#tests/wire/access-matrix/scene.ts'
import { type Asked, ROUTES } from '#tests/wire/access-matrix/table.ts'
import { zoneAtNoon } from './zone-at-noon.ts'

type Who = Extract<CallerKind, 'clerk' | 'supervisor' | 'administrator'>
type Ask = (scene: Scene) => Asked | Promise<Asked>

const DESK = '/services/desk'

/** `POST /offices/:id/call`, below the desk's base; with `?` and a word where one route does two things. */
type Verb = string

/** Below the desk's base something is done by each of these, and by no clerk's press: why not. */
export const NO_PRESSES: Readonly<Record<Verb, string>> = {
  'POST /session': 'whoever signs in is no clerk yet; again it is another session',
  'DELETE /session': 'whoever leaves is gone either way',
  'POST /presses/:press': 'this is how a press is asked about',
  'POST /invitations/look': 'looks',
  'POST /invitations/accept': 'whoever comes is no clerk yet; what is used says so',
  'POST /offices/:id/settings/check': 'looks',
  'POST /offices/:id/reservations/find': 'looks',
  'POST /devices/:use/:office/session': 'no clerk’s, but a wall’s or a kiosk’s',
  'POST /devices/kiosk/tickets': 'no clerk’s, but a kiosk’s, with an id of its own',
  'POST /devices/kiosk/reservations/:id/arrived': 'no clerk’s, but a kiosk’s; said again, it is so already',
}

const asIn = (verb: Verb): Ask => {
  const ask = ROUTES[verb.replace(' ', ` ${DESK}`)]?.[1]
  if (!ask) throw new Error(`${verb} has no row in the table of access`)
  return ask
}
const office = ({ office_id }: Scene): Asked => ({ params: { id: office_id } })
const settingsOf = ({ db, office_id }: Scene) => standingSettings(db, office_id)
const supervisorAt = async (scene: Scene) => {
  const supervisor = await scene.whoIs('supervisor')
  if (!('clerk_id' in supervisor)) throw new Error('the supervisor is no clerk')
  return { office_id: scene.office_id, clerk_id: supervisor.clerk_id }
}
const freeModulo = async ({ db, office_id }: Scene): Promise<number> =>
  db
    .insertInto('modulos')
    .values({ office_id, name: 'libre', clerk_id: null, opened_at: null })
    .returning('id')
    .executeTakeFirstOrThrow()
    .then(({ id }) => id)
const PASSWORD = 'una clave larga y propia'
const password = hashPassword(PASSWORD)

/** What is the same in the table of access needs no more than who presses. */
const asThere = (who: Who, ...verbs: Verb[]) =>
  Object.fromEntries(verbs.map(verb => [verb, [who, asIn(verb)] as const]))

/** Every verb of the desk: who presses, and what; each of them changes something. */
const VERBS: Readonly<Record<Verb, readonly [who: Who, ask: Ask]>> = {
  ...asThere(
    'clerk',
    'POST /offices/:id/served-lines',
    'POST /offices/:id/call',
    'POST /offices/:id/arrived',
    'POST /offices/:id/tickets/:tuid/call',
    'POST /offices/:id/call-again',
    'POST /offices/:id/absent',
    'POST /offices/:id/attended',
    'POST /offices/:id/park',
    'POST /offices/:id/transfer',
    'POST /offices/:id/tickets/:tuid/bring-back',
    'POST /offices/:id/tickets/:tuid/put-back',
    'POST /offices/:id/tickets/:tuid/call-parked',
    'POST /offices/:id/tickets/:tuid/delivered',
    'POST /offices/:id/lines/:lineId/frozen',
    'POST /offices/:id/frozen',
    'POST /offices/:id/lines/:lineId/closed',
    'POST /offices/:id/closed',
    'POST /offices/:id/break',
    'POST /offices/:id/help',
    'POST /offices/:id/messages',
    'POST /offices/:id/tickets',
    'POST /offices/:id/tickets/:tuid/remove',
    'POST /offices/:id/reservations',
    'POST /offices/:id/reservations/:reservationId/arrived',
    'POST /offices/:id/reservations/:reservationId/call',
    'POST /offices/:id/reservations/:reservationId/confirm',
    'POST /offices/:id/reservations/:reservationId/remove',
  ),
  ...asThere(
    'supervisor',
    'POST /offices/:id/links',
    'POST /offices/:id/links/:linkId/revoke',
    'POST /offices/:id/webhooks',
    'POST /offices/:id/webhooks/:webhookId/secret',
    'POST /offices/:id/webhooks/:webhookId/remove',
    'POST /offices/:id/invitations',
    'POST /offices/:id/people/:clerkId/role',
    'POST /offices/:id/people/:clerkId/retire',
  ),
  'POST /offices/:id/take-back': [
    'clerk',
    async scene => {
      const tuid = await scene.called()
      // However long it takes until it is pressed, the minute is not over.
      const called_at = new Date(scene.context.clock.now().getTime() + 3_600_000)
      await scene.db.updateTable('tickets').set({ called_at }).where('id', '=', tuid).execute()
      return { ...office(scene), body: { tuid } }
    },
  ],
  'POST /offices/:id/modulo': [
    'clerk',
    async scene => {
      await scene.called()
      const here = { tuid: await scene.ticket(), arrived: true }
      return { ...office(scene), body: { modulo_id: await freeModulo(scene), here } }
    },
  ],
  'POST /offices/:id/modulo?close': [
    'clerk',
    async scene => {
      await scene.called()
      const here = { tuid: await scene.ticket(), arrived: false }
      return { ...office(scene), body: { modulo_id: null, here } }
    },
  ],
  'POST /offices/:id/call?next': [
    'clerk',
    async scene => {
      await scene.called()
      const body = { reservationId: await scene.appointment(), here: { tuid: await scene.ticket() } }
      await scene.db
        .updateTable('reservations')
        .set({ meet: false })
        .where('id', '=', body.reservationId)
        .execute()
      return { ...office(scene), body: { line_ids: [], here: { ...body.here, arrived: true } } }
    },
  ],
  'POST /offices/:id/closed?reopen': [
    'clerk',
    async scene => {
      const closed_until = new Date(scene.context.clock.now().getTime() + 24 * 3_600_000)
      await scene.db.updateTable('lines').set({ closed_until }).where('id', '=', scene.line_id).execute()
      return { ...office(scene), body: { closed: false } }
    },
  ],
  'POST /offices/:id/modulos/:moduloId/help': [
    'clerk',
    async scene => {
      const moduloId = await scene.anotherModulo()
      const help_asked_at = scene.context.clock.now()
      await scene.db.updateTable('modulos').set({ help_asked_at }).where('id', '=', moduloId).execute()
      return { params: { id: scene.office_id, moduloId } }
    },
  ],
  'POST /offices/:id/tickets/:tuid/note': [
    'clerk',
    async scene => ({
      params: { id: scene.office_id, tuid: await scene.ticket() },
      body: { note: 'Trae el poder', was: null },
    }),
  ],
  'POST /offices/:id/tickets/:tuid/preference': [
    'clerk',
    async scene => {
      const preference = json({ law: null, rule: 'next' as const, before_reservations: false })
      await scene.db.updateTable('offices').set({ preference }).where('id', '=', scene.office_id).execute()
      return {
        params: { id: scene.office_id, tuid: await scene.ticket() },
        body: { preferential: true },
      }
    },
  ],
  'POST /offices/:id/reservations/:reservationId/move': [
    'clerk',
    async scene => ({
      params: { id: scene.office_id, reservationId: await scene.unconfirmed() },
      body: { block: await scene.free() },
    }),
  ],
  'POST /offices/:id/webhooks/:webhookId/test': [
    'supervisor',
    async scene => ({ params: { id: scene.office_id, webhookId: await scene.webhook() } }),
  ],
  'POST /offices/:id/webhooks/:webhookId/resume': [
    'supervisor',
    async scene => {
      const webhookId = await scene.webhook()
      const off_at = scene.context.clock.now()
      await scene.db
        .updateTable('webhooks')
        .set({ off_at, failures: 3, failing_since: off_at })
        .where('id', '=', webhookId)
        .execute()
      return { params: { id: scene.office_id, webhookId } }
    },
  ],
  'POST /offices/:id/invitations?password': [
    'supervisor',
    async scene => ({ ...office(scene), body: { clerk_id: await scene.colleague() } }),
  ],
  'POST /offices/:id/invitations/:invitationId/revoke': [
    'supervisor',
    async scene => {
      const by = await supervisorAt(scene)
      const { id } = await invite(scene.context as unknown as StaffContext, by, { role: 'clerk' })
      return { params: { id: scene.office_id, invitationId: id } }
    },
  ],
  'PUT /offices/:id/settings': [
    'supervisor',
    async scene => {
      const { version, office: entry } = await settingsOf(scene)
      return { ...office(scene), body: { version, office: { ...entry, address: 'Otra calle 22' } } }
    },
  ],
  'POST /offices/:id/settings/undo': [
    'supervisor',
    async scene => {
      const { version, office: entry } = await settingsOf(scene)
      await replaceSettings(scene.context, await supervisorAt(scene), { version }, async () => ({
        ...entry,
        address: 'Otra calle 22',
      }))
      return { ...office(scene), body: { version: (await settingsOf(scene)).version } }
    },
  ],
  'PUT /password': [
    'clerk',
    async scene => {
      const clerk = await scene.whoIs('clerk')
      if (!('clerk_id' in clerk)) throw new Error('the clerk is none')
      const password_hash = await password
      await scene.db.updateTable('clerks').set({ password_hash }).where('id', '=', clerk.clerk_id).execute()
      return { body: { current: PASSWORD, password: 'otra clave larga y propia' } }
    },
  ],
  'POST /offices': [
    'administrator',
    async scene => {
      const { office: entry } = await settingsOf(scene)
      const administrator = await scene.whoIs('administrator')
      if (!('clerk_id' in administrator)) throw new Error('the administrator is no clerk')
      await scene.db
        .insertInto('administrators')
        .values({ clerk_id: administrator.clerk_id, organization_id: organizationOf(entry.category) })
        .execute()
      return { body: { office: { ...entry, slug: `otra-${randomUUID().slice(0, 8)}` } } }
    },
  ],
}

/** The routes that have no row here, and the rows that have no route. */
export function verbsAmiss(routes: readonly string[]): string[] {
  const verbs = routes
    .filter(route => !route.startsWith('GET ') && !route.startsWith('OPTIONS '))
    .filter(route => route.split(' ')[1]?.startsWith(`${DESK}/`))
    .map(route => route.replace(DESK, ''))
  const rows = [...Object.keys(VERBS), ...Object.keys(NO_PRESSES)].map(row => row.split('?')[0] ?? '')
  return [...new Set(verbs).symmetricDifference(new Set(rows))]
}

/** A verb that somebody is about to press, at an office of its own. */
export interface DeskVerb {
  verb: Verb
  office_id: number
  method: 'POST' | 'PUT'
  /** Below the desk's base. */
  path: string
  body: unknown
  clerk_id: number
  token: string
}

export const DESK_VERBS: readonly Verb[] = Object.keys(VERBS)

export async function prepareVerb(database: Database, now: Date, verb: Verb): Promise<DeskVerb> {
  const [who, ask] = VERBS[verb] ?? fail(verb)
  // What is booked now is of today, whenever it is pressed.
  const scene = await createScene(database, now, { time_zone: zoneAtNoon(now) })
  const { params = {}, body } = await ask(scene)
  const { token = '' } = await credentialsOf(who, scene)
  const person = await scene.whoIs(who)
  const [method = '', path = ''] = (verb.split('?')[0] ?? '').split(' ')
  return {
    verb,
    office_id: scene.office_id,
    method: method as DeskVerb['method'],
    path: path.replace(/:(\w+)/g, (_, name: string) => String(params[name])),
    body,
    clerk_id: 'clerk_id' in person ? person.clerk_id : 0,
    token,
  }
}

const fail = (verb: Verb): never => {
  throw new Error(`nothing says how ${verb} is pressed`)
}

const OF_OFFICE = [
  'office_sequences',
  'facts',
  'desk_acts',
  'tickets',
  'reservations',
  'lines',
  'modulos',
  'clerk_lines',
  'call_reasons',
  'line_moves',
  'office_links',
  'webhooks',
  'desk_invitations',
  'clerk_offices',
  'office_changes',
] as const

/** All rows that a verb may change, as they are. */
export async function whatStands(
  { db }: Pick<Database, 'db'>,
  { office_id, clerk_id, body }: DeskVerb,
): Promise<string[]> {
  const rows: string[] = []
  const keep = (table: string, found: readonly object[]) =>
    rows.push(...found.map(row => `${table} ${JSON.stringify(row)}`))
  for (const table of OF_OFFICE)
    keep(table, await db.selectFrom(table).selectAll().where('office_id', '=', office_id).execute())
  const wished = (body as { office?: { slug?: string } } | undefined)?.office?.slug ?? ''
  const offices = db
    .selectFrom('offices')
    .selectAll()
    .where(row => row.or([row('id', '=', office_id), row('slug', '=', wished)]))
  const administrators = db.selectFrom('administrators').selectAll().where('clerk_id', '=', clerk_id)
  const clerks = db.selectFrom('clerks').selectAll().where('id', '=', clerk_id)
  const presses = db
    .selectFrom('desk_presses')
    .select('done')
    .where('clerk_id', '=', clerk_id)
    .where('done', '=', true)
  keep('offices', await offices.execute())
  keep('administrators', await administrators.execute())
  keep('clerks', await clerks.execute())
  keep('desk_presses', await presses.execute())
  return rows.toSorted()
}

const SAID = new Set(['state', 'kind', 'act', 'role', 'preference', 'last_seq', 'seq', 'calls', 'done'])

/** The same without ids, times and secrets: what a verb leaves at one office it leaves so at every other. */
export const shapeOf = (stands: readonly string[]): string[] =>
  stands
    .map(line => {
      const at = line.indexOf(' ')
      const row = JSON.parse(line.slice(at + 1)) as Record<string, unknown>
      const shape = Object.entries(row).map(([name, value]) =>
        value === null || typeof value === 'boolean' || SAID.has(name) ? [name, value] : [name],
      )
      return `${line.slice(0, at)} ${JSON.stringify(shape)}`
    })
    .toSorted()
