import WebSocket from 'ws'
import { answerParent, machineTime } from '../child-process.ts'

/**
 * Thousands of phones that only listen, in one process: raw sockets, for the genuine client would cost more
 * than the server.
 */

export interface Connect {
  /** The name by which this crowd is watched later. */
  crowd: string
  url: string
  /** One socket each. A token for each, or an empty text for none. */
  tokens: string[]
  /** The channel that each joins; null where the server knows none. */
  topic: string | null
}

export interface Watch {
  crowd: string
  /** What each socket hears once before the round is over. The times are those of the first. */
  events: [string, ...string[]]
}

export interface Seen {
  /** When each socket saw the first event, in machine time. */
  times: Float64Array
  /** Everything that came meanwhile, other events included. */
  frames: number
  /** The first event as the crowd's last socket got it. */
  text: string
}

const CONNECTING_AT_ONCE = 64

interface Crowd {
  sockets: WebSocket[]
  hear: (index: number, data: Buffer) => void
}

const crowds = new Map<string, Crowd>()
let round: Promise<Seen> | undefined

function open(url: string, token: string, topic: string | null): Promise<WebSocket> {
  const protocols = token === '' ? [] : ['phoenix', `base64url.bearer.phx.${btoa(token).replace(/=+$/, '')}`]
  const socket = new WebSocket(url, protocols, { perMessageDeflate: false })
  return new Promise((resolve, reject) => {
    socket.once('error', reject)
    socket.once('open', () => {
      if (topic === null) return resolve(socket)
      socket.send(JSON.stringify(['1', '1', topic, 'phx_join', {}]))
      socket.once('message', data => {
        const text = (data as Buffer).toString()
        const isJoined = text.includes('"phx_reply"') && text.includes('"status":"ok"')
        if (isJoined) resolve(socket)
        else reject(new Error(`not joined: ${text}`))
      })
    })
  })
}

async function connect({ crowd: name, url, tokens, topic }: Connect): Promise<number> {
  const crowd: Crowd = { sockets: [], hear: () => undefined }
  crowds.set(name, crowd)
  for (let start = 0; start < tokens.length; start += CONNECTING_AT_ONCE) {
    const some = tokens.slice(start, start + CONNECTING_AT_ONCE)
    crowd.sockets.push(...(await Promise.all(some.map(token => open(url, token, topic)))))
  }
  for (const [index, socket] of crowd.sockets.entries()) {
    socket.on('message', data => crowd.hear(index, data as Buffer))
  }
  return crowd.sockets.length
}

function watch({ crowd: name, events }: Watch): void {
  const crowd = crowds.get(name)
  if (!crowd) throw new Error(`no crowd ${name}`)
  const size = crowd.sockets.length
  const marks = events.map(event => Buffer.from(`"${event}"`))
  const heard = events.map(() => 0)
  const times = new Float64Array(size)
  let frames = 0
  let text = ''
  round = new Promise(resolve => {
    crowd.hear = (index, data) => {
      const at = machineTime()
      frames += 1
      const kind = marks.findIndex(mark => data.includes(mark))
      if (kind === -1) return
      heard[kind]! += 1
      if (kind === 0) {
        times[index] = at
        if (index === size - 1) text = data.toString()
      }
      if (heard.every(count => count === size)) resolve({ times, frames, text })
    }
  })
}

answerParent({ connect, watch, seen: () => round })
