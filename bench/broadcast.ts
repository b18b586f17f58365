import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { OfficeIsOpen, OpenOffice } from './broadcast/calling-office.ts'
import type { Connect, Seen, Watch } from './broadcast/swarm.ts'
import { type Child, startChild } from './child-process.ts'
import { atMost, type Figure, milliseconds, shown, times } from './figure.ts'
import { median, quantile } from './quantile.ts'

const SOCKETS = 5_000
const SWARMS = 2
const ROUNDS = 15
/** Not counted: nothing is compiled yet. */
const WARM_UP = 3
const MOST_TIMES_BARE = 1.5
/** Two things are told, in one go: a second one would cost as much again. */
const MOST_TIMES_BARE_OF_BUSY = 1.3
/**
 * The line's new figures go out at most once a second: a call sooner after the last would have them fall into
 * the next round.
 */
const PAUSE_MS = 1_100

const part = (name: string) => join(import.meta.dirname, 'broadcast', name)

interface Round {
  p50: number
  p99: number
  /** Processor time of the whole server process for each frame that reached a socket, in µs. */
  cpu: number
  text: string
}

interface Rounds {
  /** The desk is free: one event says all. */
  call: Round[]
  /** Somebody stood there: that they were attended is told before the call. */
  callOfBusy: Round[]
  bare: Round[]
}

async function playRound(server: Child, swarms: Child[], watched: Watch, what: string): Promise<Round> {
  await Promise.all(swarms.map(swarm => swarm.ask('watch', watched)))
  const before = await server.ask<NodeJS.CpuUsage>('cpu')
  const { at } = await server.ask<{ at: number }>('say', what)
  const seen = await Promise.all(swarms.map(swarm => swarm.ask<Seen>('seen')))
  const after = await server.ask<NodeJS.CpuUsage>('cpu')
  const latencies = seen.flatMap(one => [...one.times].map(time => time - at))
  const frames = seen.reduce((sum, one) => sum + one.frames, 0)
  return {
    p50: quantile(latencies, 0.5),
    p99: quantile(latencies, 0.99),
    cpu: (after.user + after.system - before.user - before.system) / frames,
    text: seen.at(-1)?.text ?? '',
  }
}

/** Spreads a crowd over the swarms, in order: the first people are all in the first swarm. */
async function gather(swarms: Child[], { tokens, ...where }: Connect): Promise<void> {
  const share = Math.ceil(tokens.length / swarms.length)
  await Promise.all(
    swarms.map((swarm, index) =>
      swarm.ask('connect', { ...where, tokens: tokens.slice(index * share, (index + 1) * share) }),
    ),
  )
}

/**
 * A call, from the return of its commit until each of 5,000 joined sockets has it, beside a bare ws
 * broadcaster that sends the very same bytes to as many sockets of the same processes, in turns.
 */
export async function measureBroadcast(): Promise<Figure[]> {
  const office = startChild(part('calling-office.ts'))
  const bare = startChild(part('bare-broadcaster.ts'))
  const swarms = Array.from({ length: SWARMS }, () => startChild(part('swarm.ts')))
  try {
    const { url, topic, tokens } = await office.ask<OfficeIsOpen>('open', {
      people: SOCKETS,
      waiting: 2 * (WARM_UP + ROUNDS),
    } satisfies OpenOffice)
    await gather(swarms, { crowd: 'office', url, tokens, topic })
    const strangers = tokens.map(() => '')
    await gather(swarms, { crowd: 'bare', url: await bare.ask('url'), tokens: strangers, topic: null })

    const rounds: Rounds = { call: [], callOfBusy: [], bare: [] }
    const inOffice = async (button: 'call' | 'attended', ...events: Watch['events']) => {
      const round = await playRound(office, swarms, { crowd: 'office', events }, button)
      await sleep(PAUSE_MS)
      return round
    }
    for (let round = 0; round < WARM_UP + ROUNDS; round++) {
      const call = await inOffice('call', 'call:created', 'time:estimate')
      const bareCall = await playRound(bare, swarms, { crowd: 'bare', events: ['call:created'] }, call.text)
      const callOfBusy = await inOffice('call', 'call:created', 'ticket:attended', 'time:estimate')
      await inOffice('attended', 'ticket:attended')
      if (round < WARM_UP) continue
      rounds.call.push(call)
      rounds.callOfBusy.push(callOfBusy)
      rounds.bare.push(bareCall)
    }
    return compare(rounds)
  } finally {
    await Promise.all([office, bare, ...swarms].map(child => child.stop()))
  }
}

function compare({ call, callOfBusy, bare }: Rounds): Figure[] {
  const beside = (own: Round[], what: 'p50' | 'p99' | 'cpu', word: (value: number) => string) => {
    const mine = median(own.map(round => round[what]))
    const least = median(bare.map(round => round[what]))
    return { ratio: mine / least, words: `${word(mine)} : ${word(least)}` }
  }
  const showBeside = (name: string, { ratio, words }: ReturnType<typeof beside>) =>
    shown(name, `${times(ratio)} (${words})`)
  const p99 = beside(call, 'p99', milliseconds)
  const busy = beside(callOfBusy, 'p99', milliseconds)
  const all = `${SOCKETS.toLocaleString('en')} sockets`
  return [
    atMost(
      `A call committed → seen by ${all}, p99, beside a bare ws broadcaster`,
      p99.ratio,
      MOST_TIMES_BARE,
      times,
      p99.words,
    ),
    showBeside('The same, p50', beside(call, 'p50', milliseconds)),
    atMost(
      'A call by a desk where somebody stood, who is told as attended first, p99',
      busy.ratio,
      MOST_TIMES_BARE_OF_BUSY,
      times,
      busy.words,
    ),
    showBeside(
      'Processor time for each frame that reached a socket, the database’s included',
      beside(call, 'cpu', value => `${value.toFixed(1)} µs`),
    ),
  ]
}
