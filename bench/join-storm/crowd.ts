import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { constants, setPriority } from 'node:os'
import { join as joinPath } from 'node:path'
import { Socket, type Channel } from 'phoenix'
import WebSocket from 'ws'
import { officeTopic, type TicketNew } from '#contract/channel/office-channel.ts'
import { CHANNEL_JOIN_TIMEOUT_MS } from '#contract/limits.ts'
import { systemRandom } from '#server/platform/random.ts'
import { answerParent, machineTime } from '../child-process.ts'

/** Phones with the genuine client, in a process of their own. */

export interface Phone {
  token: string
  officeSlug: string
  /** Where it comes from, an address of this machine; absent for the usual one. */
  address?: string
}

export interface Gathering {
  url: string
  phones: Phone[]
  /** The phones begin within so long, evenly. */
  withinMs: number
}

export interface Joined {
  /** Since its phone began, in ms. */
  took: Float64Array
  /** When the first one began and the last one was in, in machine time. */
  began: number
  ended: number
  /** Joins that were refused or timed out, and were tried again. */
  again: number
}

export interface Takes {
  /** Of the first phone, the second, and so on, and of the first again. */
  requests: TicketNew[]
  everyMs: number
}

/** As the application does: growing, and spread. */
const pace = (tries: number) => Math.min(20_000, 1_000 * 2 ** (tries - 1)) * (0.5 + systemRandom.fraction())

const OWN_THREADS = '/proc/self/task'

/** The sockets of a phone with this address of its own. */
const from = (localAddress: string | undefined) =>
  class extends WebSocket {
    constructor(url: string, protocols: string[]) {
      super(url, protocols, { localAddress })
    }
  }

let sockets: Socket[] = []
let channels: Channel[] = []

async function join({ url, phones, withinMs }: Gathering): Promise<Joined> {
  const took = new Float64Array(phones.length)
  let again = 0
  const began = machineTime()
  await Promise.all(
    phones.map(async ({ token, officeSlug, address }, index) => {
      await new Promise(resolve => setTimeout(resolve, (index / phones.length) * withinMs))
      const start = machineTime()
      const socket = new Socket(url, {
        transport: from(address) as unknown as typeof globalThis.WebSocket,
        authToken: token,
        reconnectAfterMs: pace,
        rejoinAfterMs: pace,
      })
      socket.connect()
      const channel = socket.channel(officeTopic(officeSlug))
      sockets.push(socket)
      channels[index] = channel
      await new Promise<void>(resolve => {
        channel
          .join(CHANNEL_JOIN_TIMEOUT_MS)
          .receive('ok', () => resolve())
          .receive('error', () => (again += 1))
          .receive('timeout', () => (again += 1))
      })
      took[index] = machineTime() - start
    }),
  )
  return { took, began, ended: machineTime(), again }
}

/**
 * One phone after the other takes a number, the next a while after the one before began.
 * @returns how long each took, in ms
 */
async function take({ requests, everyMs }: Takes): Promise<Float64Array> {
  const took = new Float64Array(requests.length)
  await Promise.all(
    requests.map(async (request, index) => {
      await new Promise(resolve => setTimeout(resolve, index * everyMs))
      const start = machineTime()
      await new Promise<void>((resolve, reject) => {
        channels[index % channels.length]
          ?.push('ticket:new', request)
          .receive('ok', () => resolve())
          .receive('error', said => reject(new Error(`no number: ${JSON.stringify(said)}`)))
          .receive('timeout', () => resolve())
      })
      took[index] = machineTime() - start
    }),
  )
  return took
}

async function leave(): Promise<void> {
  const leaving = sockets
  sockets = []
  channels = []
  await Promise.all(leaving.map(socket => new Promise<void>(resolve => socket.disconnect(resolve))))
}

/**
 * Phones are machines of their own: they must not take the processor from the server that they all come to.
 * With the lowest priority alone they do, for some milliseconds each time; who is idle gives way at once.
 * Linux schedules each thread by itself, and V8's collectors of garbage run already.
 */
function giveWay(): void {
  if (!existsSync(OWN_THREADS)) return setPriority(constants.priority.PRIORITY_LOW)
  for (const thread of readdirSync(OWN_THREADS)) {
    const { error, stderr } = spawnSync('chrt', ['--idle', '--pid', '0', thread], { encoding: 'utf8' })
    // One may have ended since it was listed.
    if (error || (stderr && existsSync(joinPath(OWN_THREADS, thread)))) throw error ?? new Error(stderr)
  }
}

answerParent({ join, take, leave, giveWay })
