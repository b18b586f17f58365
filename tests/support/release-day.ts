import { randomUUID } from 'node:crypto'
import type { Service } from '#contract/bases.ts'
import type { TimeBlock } from '#contract/rest/reservations.ts'
import type { Ticket } from '#contract/rest/tickets.ts'
import type { Database } from '#server/database/database.ts'
import { markAbsent } from '#server/queue/desk/mark-absent.ts'
import { issuePaperNumber } from '#server/queue/take/issue-paper-number.ts'
import { MovingClock } from './moving-clock.ts'
import { NOON } from './queue-office.ts'
import { ANSWERS, type Block, blockAt, reservationOffice } from './reservation-office.ts'
import { type SignedIn, startTestServer, type TestServer } from './server.ts'

/** When the day of `liveReleaseDay` is over. */
export const RELEASE_EVENING = new Date(NOON.getTime() + 600_000)

/** Somebody who was here, as their browser knows them. */
export type Remembered = Pick<SignedIn, 'user_id' | 'token' | 'cookie'>

/** What the server answered somebody when the release was made. */
export interface Kept {
  who: string
  service: Service
  path: string
  answer: unknown
}

/** What is known of a release's data beside them: whom they are about, and what those people were told. */
export interface ReleaseAccount {
  office: { office_id: number; slug: string }
  clerk: { office_id: number; clerk_id: number; modulo_id: number }
  lines: { queue: number; booked: number }
  people: Readonly<Record<string, Remembered>>
  /** Whose number it gave, and what they had asked for: asked again it gives the same. */
  asked: { who: string; tuid: string; body: { line_id: number; request_id: string } }
  /** Of one who still may cancel it. */
  reservation: { who: string; id: string; block: Block }
  kept: Kept[]
}

const PEOPLE = ['attended', 'called', 'absent', 'gone', 'waiting', 'booked', 'moved', 'cancelled'] as const
type Person = (typeof PEOPLE)[number]

/** A wait is estimated anew by each release, in its own way. */
const withoutEstimates = (answer: unknown): unknown =>
  JSON.parse(JSON.stringify(answer, (key, value) => (key === 'wait' ? undefined : value)))

/** @throws Error where the server says no */
async function answerOf<Answer>(response: Response): Promise<Answer> {
  if (!response.ok) throw new Error(`${response.url}: ${response.status} ${await response.text()}`)
  return (response.status === 204 ? null : await response.json()) as Answer
}

/** What somebody is answered now, as far as it has to be answered so for ever. */
export async function askAs(
  server: TestServer,
  who: Pick<Remembered, 'token' | 'cookie'>,
  { service, path }: Pick<Kept, 'service' | 'path'>,
): Promise<unknown> {
  const by = service === 'login' ? { cookie: who.cookie } : { token: who.token }
  return withoutEstimates(await answerOf(await server.ask(service, path, by)))
}

/** Everything a person may hold, at least once, by the server's own calls and a desk's own verbs. */
async function live(server: TestServer): Promise<ReleaseAccount> {
  const office = await reservationOffice(server.database)
  const { office_id, slug, context } = office
  const lines = { queue: await office.line(), booked: await office.reserveLine({ modalities: 'both' }) }
  const clerk = await office.clerk('Módulo 1')
  const signIn = async (): Promise<Remembered> => {
    const { user_id, token, cookie } = await server.signInTemporary({ dni: `P-${randomUUID().slice(0, 8)}` })
    return { user_id, token, cookie }
  }
  const signedIn = await Promise.all(PEOPLE.map(async name => [name, await signIn()] as const))
  const people = Object.fromEntries(signedIn) as Record<Person, Remembered>
  const ask = async <Answer>(who: Person, service: Service, path: string, body?: unknown, method?: string) =>
    answerOf<Answer>(await server.ask(service, path, { body, method, token: people[who].token }))

  const asked: Partial<Record<Person, { tuid: string; body: ReleaseAccount['asked']['body'] }>> = {}
  for (const who of ['attended', 'called', 'absent', 'gone', 'waiting'] as const) {
    const body = { line_id: lines.queue, request_id: randomUUID() }
    const { tuid } = await ask<Ticket>(who, 'v1', `/offices/${office_id}/tickets/new`, body)
    asked[who] = { tuid, body }
  }
  await issuePaperNumber(context, { office_id, line_id: lines.queue })
  await ask('gone', 'turns', `/tickets/${asked.gone?.tuid}/give-up`, {})
  await office.call(clerk)
  await office.call(clerk)
  await office.call(clerk)
  await markAbsent(context, clerk)
  await ask('waiting', 'users', '/preferences', {
    site: 'web',
    notifications: { never_show_popup_notifications: true },
  })

  const [line] = await server.database.db
    .selectFrom('lines')
    .select('slug')
    .where('id', '=', lines.booked)
    .execute()
  const free = await ask<TimeBlock[]>(
    'booked',
    'reservations',
    `/offices/${slug}/${line?.slug}/2026-11-24/timeblocks`,
  )
  const book = async (who: Person, nth: number) => {
    const block = blockAt(free, nth)
    const { id } = await ask<{ id: string }>(who, 'reservations', '', {
      line: lines.booked,
      block: { from: block.from, to: block.to },
      request_id: randomUUID(),
      meet: nth === 1,
      meta: { answers: ANSWERS },
    })
    return { id, block: { from: block.from, to: block.to } }
  }
  const reservation = await book('booked', 0)
  const moved = await book('moved', 1)
  const { from, to } = blockAt(free, 3)
  await ask('moved', 'reservations', `/${moved.id}`, { block: { from, to } }, 'PATCH')
  const cancelled = await book('cancelled', 2)
  await ask('cancelled', 'reservations', `/${cancelled.id}`, undefined, 'DELETE')

  const kept: Kept[] = []
  for (const who of PEOPLE) {
    for (const [service, path] of [
      ['login', '/session'],
      ['v1', '/tickets?status=active'],
      ['v1', '/tickets?status=history&page=1'],
      ['reservations', '/user'],
      ['users', '/preferences?site=web'],
    ] as const)
      kept.push({ who, service, path, answer: await askAs(server, people[who], { service, path }) })
  }
  if (!asked.waiting) throw new Error('nobody waits')
  return {
    office: { office_id, slug },
    clerk,
    lines,
    people,
    asked: { who: 'waiting', ...asked.waiting },
    reservation: { who: 'booked', ...reservation },
    kept,
  }
}

/** A small office's day on this database, from which a later release has to go on. */
export async function liveReleaseDay(database: Database): Promise<ReleaseAccount> {
  const server = await startTestServer({ database, clock: new MovingClock(NOON) })
  try {
    return await live(server)
  } finally {
    await server.close()
  }
}
