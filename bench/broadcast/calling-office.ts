import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { officeTopic } from '#contract/channel/office-channel.ts'
import { migrate } from '#server/database/migrate.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { createFactHub } from '#server/facts/fact-hub.ts'
import { systemRandom } from '#server/platform/random.ts'
import { systemTimers } from '#server/platform/timers.ts'
import { callNext } from '#server/queue/call/call-next.ts'
import { markAttended } from '#server/queue/desk/mark-attended.ts'
import { createRealtime } from '#server/realtime/create-realtime.ts'
import { whoCame } from '#tests/support/who-came.ts'
import { queueOffice } from '#tests/support/queue-office.ts'
import { answerParent, machineTime } from '../child-process.ts'
import { ONE_ADDRESS } from '../one-address.ts'

/**
 * The real path from the desk to the sockets, in a process of its own: queue, database, facts, channels.
 */

export interface OpenOffice {
  /** People with a session; the first `waiting` of them have a number. */
  people: number
  waiting: number
}

export interface OfficeIsOpen {
  url: string
  topic: string
  /** Of the people, in order. */
  tokens: string[]
}

/** The swarm sends no heartbeats: they would fall into the rounds, and the bare broadcaster has none. */
const IDLE_MS = 600_000

/** What the desk's buttons do; the answer says when the commit returned. */
const desk: Record<'call' | 'attended', () => Promise<unknown>> = {
  call: () => Promise.reject(new Error('no office is open')),
  attended: () => Promise.reject(new Error('no office is open')),
}
let committedAt = Number.NaN

async function openOffice({ people, waiting }: OpenOffice): Promise<OfficeIsOpen> {
  const database = await openDatabase({ dataDirectory: ':memory:' })
  await migrate(database)
  const office = await queueOffice(database)
  const line_id = await office.line()
  const clerk = await office.clerk()
  const { rows } = await sql<{ id: string }>`
    insert into users (id, temporal, created_at)
    select gen_random_uuid(), true, ${office.clock.now()}::timestamptz from generate_series(1, ${people}::integer)
    returning id`.execute(database.db)
  const tokens = rows.map(row => row.id)
  for (const user_id of tokens.slice(0, waiting)) await office.take(line_id, user_id)

  const stop = (error: unknown) => {
    throw error
  }
  const hub = createFactHub(stop)
  const queue: typeof office.context = {
    ...office.context,
    // A verb tells its facts the moment its commit has returned.
    tell: facts => {
      committedAt = machineTime()
      hub.tell(facts)
    },
  }
  const realtime = await createRealtime({
    database,
    clock: office.clock,
    timers: systemTimers,
    random: systemRandom,
    facts: hub,
    queue,
    proofOfPoll: token => token,
    callerOf: async token => ({
      kind: 'user',
      user_id: token,
      temporal: true,
      session_id: token,
      expires_at: new Date('2099-01-01'),
    }),
    openSessions: async ids => new Map(ids.map(id => [id, true])),
    meetSeatOf: () => Promise.reject(new Error('nobody meets here')),
    onNewsElsewhere: () => {},
    onSessionEnd: () => {},
    socket: { limits: { idleMs: IDLE_MS, ...ONE_ADDRESS } },
    onFault: stop,
  })
  desk.call = async () =>
    callNext(queue, { ...clerk, line_ids: [line_id], ...(await whoCame(database, clerk)) })
  desk.attended = () => markAttended(queue, clerk)

  const http = createServer()
  http.on('upgrade', (request, socket, head) => realtime.endpoint.handleUpgrade(request, socket, head))
  http.listen(0, '127.0.0.1')
  await once(http, 'listening')
  const { port } = http.address() as AddressInfo
  return {
    url: `ws://127.0.0.1:${port}/socket/websocket?vsn=2.0.0`,
    topic: officeTopic(office.slug),
    tokens,
  }
}

async function press(button: keyof typeof desk): Promise<{ at: number }> {
  await desk[button]()
  return { at: committedAt }
}

answerParent({ open: openOffice, say: press, cpu: () => process.cpuUsage() })
