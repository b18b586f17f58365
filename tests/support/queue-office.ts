import type { SaidArrival } from '#contract/rest/desk.ts'
import type { Question } from '#contract/rest/forms.ts'
import type { HoursOfDay } from '#contract/rest/offices.ts'
import type { TicketMeta } from '#contract/rest/tickets.ts'
import type { Database } from '#server/database/database.ts'
import { json } from '#server/database/json-column.ts'
import type { OwnNetwork } from '#server/database/tables/offices.ts'
import type { Fact } from '#server/facts/fact.ts'
import { systemRandom } from '#server/platform/random.ts'
import { systemTimers } from '#server/platform/timers.ts'
import { callNext } from '#server/queue/call/call-next.ts'
import type { OfficeGate } from '#server/facts/office-gate.ts'
import { openModulo } from '#server/queue/desk/open-modulo.ts'
import type { QueueContext } from '#server/queue/queue-context.ts'
import { createQueueMemory } from '#server/queue/queue-memory.ts'
import type { BookingContext } from '#server/reservations/reservations-context.ts'
import { createReservationsMemory } from '#server/reservations/reservations-memory.ts'
import { takeTicket } from '#server/queue/take/take-ticket.ts'
import { createProtection, SECRET_BYTES } from '#server/secrets/protection.ts'

/** A Saturday noon in Santiago, summer time (-03:00). */
export const NOON = new Date('2026-11-21T15:00:00Z')

const roundTheClock = [1, 2, 3, 4, 5, 6, 7].map(
  (weekday): HoursOfDay => ({ weekday, from: '00:00', to: '24:00' }),
)

/** With these nobody stands at a desk any more. */
const LEAVES: ReadonlySet<string> = new Set([
  'ticket:attended',
  'ticket:skipped',
  'ticket:left',
  'call:taken_back',
  'ticket:parked',
  'ticket:transferred',
])

/** Unlike in every run, so that tests can share one database. */
const unique = () => systemRandom.uuid().slice(0, 13)

interface OfficeOptions {
  gate?: OfficeGate
  closures?: string[]
  time_zone?: string
  hours?: HoursOfDay[]
  rut_ticket_limit?: number
  /** 0 unless told: nothing happens by itself while a test looks. */
  call_repeats?: number
}

interface LineOptions {
  prefix?: string
  priority?: number
  type?: 'normal' | 'kiosk' | 'hidden'
  fallback_minutes?: number
  rut_ticket_limit?: number
  takes_tickets?: boolean
  ticket_form?: Omit<Question, 'officeId'>[]
  virtual?: boolean
}

/** A queue at work on a real database: its own office, a clock that the test moves, and what was told. */
export async function queueOffice(database: Database, options: OfficeOptions = {}) {
  const { db } = database
  const clock = {
    at: NOON,
    now: () => clock.at,
    /** How far it is ahead of the time on which all servers agree. */
    apartMs: 0,
    agreed: () => new Date(clock.at.getTime() - clock.apartMs),
    advance(ms: number) {
      clock.at = new Date(clock.at.getTime() + ms)
    },
  }
  const told: Fact[] = []
  const protect = createProtection(new Uint8Array(SECRET_BYTES).fill(7))
  const context: QueueContext & BookingContext = {
    database,
    clock,
    random: systemRandom,
    tell: facts => void told.push(...facts),
    protect,
    ...createQueueMemory({ database, clock, timers: systemTimers }),
    ...createReservationsMemory({ database, timers: systemTimers }),
    ...(options.gate && { gate: options.gate }),
  }

  const slug = `office-${unique()}`
  const { id: office_id } = await db
    .insertInto('offices')
    .values({
      slug,
      name: `Sucursal ${slug}`,
      category_slug: 'notarias',
      organization_id: 1,
      address: 'Bandera 100',
      district: 'Santiago',
      region: 'Metropolitana',
      latitude: -33.44,
      longitude: -70.65,
      time_zone: options.time_zone ?? 'America/Santiago',
      hours: json(options.hours ?? roundTheClock),
      closures: json(options.closures ?? []),
      rut_ticket_limit: options.rut_ticket_limit ?? 0,
      call_repeats: options.call_repeats ?? 0,
      updated_at: NOON,
    })
    .returning('id')
    .executeTakeFirstOrThrow()

  async function line(lineOptions: LineOptions = {}): Promise<number> {
    const { ticket_form, type = 'normal', prefix = 'A', ...columns } = lineOptions
    const name = `fila-${unique()}`
    const { id } = await db
      .insertInto('lines')
      .values({
        ...columns,
        office_id,
        slug: name,
        name,
        prefix,
        type,
        ticket_form: ticket_form ? json(ticket_form) : null,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  }

  async function user(identity?: { rut: string } | { dni: string }): Promise<string> {
    const id = systemRandom.uuid()
    const hash =
      identity === undefined
        ? null
        : 'rut' in identity
          ? protect.identityHash('rut', identity.rut)
          : protect.identityHash('dni', identity.dni)
    await db
      .insertInto('users')
      .values({
        id,
        temporal: true,
        person: null,
        identity_type: identity === undefined ? null : 'rut' in identity ? 'rut' : 'dni',
        identity_hash: hash,
        login_attempt: null,
        created_at: NOON,
        last_turn_at: null,
      })
      .execute()
    return id
  }

  const users = (count: number): Promise<string[]> => Promise.all(Array.from({ length: count }, () => user()))

  const modulos = new Map<number, string>()

  /** The clerk's word about who stands there, as far as this office has told. */
  function here({ clerk_id }: { clerk_id: number }, arrived = true): SaidArrival | undefined {
    const modulo = modulos.get(clerk_id)
    const index = told.findLastIndex(fact => fact.name === 'call:created' && fact.detail.modulo === modulo)
    const tuid = told[index]?.ticket_id
    const isGone = told.slice(index + 1).some(fact => LEAVES.has(fact.name) && fact.ticket_id === tuid)
    return tuid && !isGone ? { tuid, arrived } : undefined
  }

  /** A clerk who sits at a modulo of the office. */
  async function clerk(modulo = `Módulo ${unique()}`) {
    const { id: clerk_id } = await db
      .insertInto('clerks')
      .values({ user_name: `clerk-${unique()}`, name: 'Ana', password_hash: null })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db.insertInto('clerk_offices').values({ clerk_id, office_id }).execute()
    const { id: modulo_id } = await db
      .insertInto('modulos')
      .values({ office_id, name: modulo, clerk_id: null, opened_at: null })
      .returning('id')
      .executeTakeFirstOrThrow()
    await openModulo(context, { office_id, clerk_id, modulo_id })
    modulos.set(clerk_id, modulo)
    return { office_id, clerk_id, modulo_id }
  }

  const take = (
    line_id: number,
    user_id: string,
    { request_id = systemRandom.uuid(), meta }: { request_id?: string; meta?: TicketMeta } = {},
  ) => takeTicket(context, { office: { office_id }, line_id, user_id, request_id, meta })

  const jobsOf = (tuid: string) =>
    db.selectFrom('jobs').selectAll().where('key', 'like', `${tuid}%`).orderBy('id')

  const inOrder = (line_id: number) =>
    db
      .selectFrom('tickets')
      .select(['id', 'number'])
      .where('line_id', '=', line_id)
      .where('state', '=', 'waiting')
      .orderBy('place')
      .orderBy('number')
      .execute()

  return {
    context,
    clock,
    told,
    office_id,
    /** Which addresses the office calls its own from now on. */
    nameNetworks: (networks: OwnNetwork[]) =>
      db
        .updateTable('offices')
        .set({ networks: json(networks) })
        .where('id', '=', office_id)
        .execute(),
    slug,
    line,
    user,
    users,
    clerk,
    take,
    /** New people, one after the other: their ticket ids, in order. */
    async fill(line_id: number, count: number): Promise<string[]> {
      const tuids: string[] = []
      for (const user_id of await users(count)) tuids.push((await take(line_id, user_id)).tuid)
      return tuids
    },
    here,
    /** Whoever stands there came. */
    call: (at: { office_id: number; clerk_id: number }, line_ids: number[] = []) =>
      callNext(context, { ...at, line_ids, here: here(at) }),
    ticket: (tuid: string) =>
      db.selectFrom('tickets').selectAll().where('id', '=', tuid).executeTakeFirstOrThrow(),
    /** The numbers that wait, in the order in which they will be called. */
    waiting: async (line_id: number) => (await inOrder(line_id)).map(({ number }) => Number(number)),
    /** The same by their ids: numbers of several lines may be alike. */
    standing: async (line_id: number) => (await inOrder(line_id)).map(({ id }) => id),
    facts: () =>
      db.selectFrom('facts').selectAll().where('office_id', '=', office_id).orderBy('seq').execute(),
    /** What is to be done about a ticket, its calls' repeating by themselves aside. */
    jobs: (tuid: string) => jobsOf(tuid).where('kind', '!=', 'repeat-call').execute(),
    repeats: (tuid: string) => jobsOf(tuid).where('kind', '=', 'repeat-call').execute(),
  }
}

export type QueueOffice = Awaited<ReturnType<typeof queueOffice>>
