import type { Database } from '#server/database/database.ts'
import { json } from '#server/database/json-column.ts'
import { startSession } from '#server/identity/start-session.ts'
import { reservationOffice } from '../reservation-office.ts'

/** So many of each: few enough that everybody is in everybody's way. */
const OFFICES = 3
const LINES = 3
const CLERKS = 4
const PEOPLE = 36
/** A session may ask so often a minute: whoever asks more has several browsers. */
const SESSIONS = { person: 3, clerk: 6 }
const BLOCK_MINUTES = 15
const BLOCKS = 8
export const SLOTS = 2

export interface ScenePerson {
  user_id: string
  /** Of the browsers in which they are signed in. The first is the phone's, which stays so. */
  tokens: string[]
  /** From where they ask. */
  address: string
  /** What they hold, as far as they know. */
  tickets: string[]
  reservations: string[]
}

export interface SceneClerk {
  modulo: string
  modulo_id: number
  tokens: string[]
  address: string
  /** Who stands at the desk, as its last answer says. */
  current: { tuid: string; stands: boolean } | null
}

export interface SceneOffice {
  office_id: number
  slug: string
  lines: number[]
  clerks: SceneClerk[]
  people: ScenePerson[]
  blocks: { from: string; to: string }[]
  /** What desks have parked, missed, or handed out on paper. */
  parked: string[]
  missed: string[]
  papers: string[]
}

export type Scene = readonly SceneOffice[]

/** Tomorrow from 09:00 in Santiago: nobody is called for these today. */
function blocksFrom(now: Date): { from: string; to: string }[] {
  const day = new Date(now.getTime() + 24 * 3_600_000).toISOString().slice(0, 10)
  const first = Date.parse(`${day}T12:00:00Z`)
  const at = (nth: number) => new Date(first + nth * BLOCK_MINUTES * 60_000).toISOString()
  return Array.from({ length: BLOCKS }, (_, nth) => ({ from: at(nth), to: at(nth + 1) }))
}

let addresses = 0
/** Another one for everybody: what is counted by address is no matter of these tests. */
function nextAddress(): string {
  addresses += 1
  return `10.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}`
}

/** New offices in a database that no server has open, and everybody who has to do with them. */
export async function createScene(database: Database): Promise<Scene> {
  const scene: SceneOffice[] = []
  for (let count = 0; count < OFFICES; count += 1) scene.push(await createOffice(database))
  return scene
}

async function createOffice(database: Database): Promise<SceneOffice> {
  const office = await reservationOffice(database)
  const { context, office_id, slug } = office
  office.clock.at = new Date()
  await database.db
    .updateTable('offices')
    .set({ networks: json([{ address: '10.0.0.0/8', numbers: 1_000_000 }]) })
    .where('id', '=', office_id)
    .execute()
  const tokensOf = async (owner: { user_id: string } | { clerk_id: number }, count: number) => {
    const tokens: string[] = []
    while (tokens.length < count) tokens.push((await startSession(context, database.db, owner)).token)
    return tokens
  }
  const lines: number[] = []
  for (let nth = 0; nth < LINES; nth += 1) {
    const line = await office.line({ prefix: 'ABC'[nth] ?? 'Z', priority: nth === 0 ? 1 : 0 })
    await office.planLine(line, {
      takes_reservations: true,
      minutes: BLOCK_MINUTES,
      slots: SLOTS,
      days_ahead: 14,
    })
    lines.push(line)
  }
  const clerks: SceneClerk[] = []
  for (let nth = 1; nth <= CLERKS; nth += 1) {
    const modulo = `Módulo ${nth}`
    const { clerk_id, modulo_id } = await office.clerk(modulo)
    const tokens = await tokensOf({ clerk_id }, SESSIONS.clerk)
    clerks.push({ modulo, modulo_id, tokens, address: nextAddress(), current: null })
  }
  const people: ScenePerson[] = []
  for (const user_id of await office.users(PEOPLE)) {
    const tokens = await tokensOf({ user_id }, SESSIONS.person)
    people.push({ user_id, tokens, address: nextAddress(), tickets: [], reservations: [] })
  }
  const blocks = blocksFrom(office.clock.at)
  return { office_id, slug, lines, clerks, people, blocks, parked: [], missed: [], papers: [] }
}
