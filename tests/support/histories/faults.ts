import { setTimeout as sleep } from 'node:timers/promises'
import { waitFor } from '../wait-for.ts'
import { WELL } from './ailment.ts'
import type { Mishap } from './history.ts'
import type { Chance } from './operation.ts'
import type { Place } from './places.ts'
import type { MortalServer } from './servers.ts'

/** So long it lasts, at most, that something is wrong. */
const LASTS_MS = 1_500
const LOOK_MS = 50
const HOUR_MS = 3_600_000
/** Longer a database that waits before each commit has not to be told (its own limit). */
const SLOWER_MS = 100

interface At {
  server: MortalServer
  servers: readonly MortalServer[]
  place: Place
  lastsMs: number
}

const clockWrongBy =
  (clockMs: number) =>
  async ({ server, lastsMs }: At) => {
    server.suffer({ ...WELL, clockMs })
    await sleep(3 * lastsMs)
    server.suffer(WELL)
  }

/** Nobody has told it the time of day yet: it believes its clock, and doubts it when that is put right. */
const startedWrongBy =
  (clockMs: number) =>
  async ({ server, lastsMs }: At) => {
    server.suffer({ ...WELL, clockMs })
    await server.dieAndComeBack()
    await sleep(lastsMs)
    server.suffer(WELL)
  }

const FAULTS = {
  killed: ({ server }) => server.dieAndComeBack(),
  async asleep({ server, lastsMs }) {
    server.signal('SIGSTOP')
    await sleep(lastsMs)
    server.signal('SIGCONT')
  },
  async 'cut off'({ server, lastsMs }) {
    server.wire.cut()
    await sleep(lastsMs)
    server.wire.join()
  },
  'clock an hour ahead': clockWrongBy(HOUR_MS),
  'clock an hour back': clockWrongBy(-HOUR_MS),
  'started an hour ahead': startedWrongBy(HOUR_MS),
  'started an hour back': startedWrongBy(-HOUR_MS),
  async 'disk slow'({ place, servers, lastsMs }) {
    await place.slow(SLOWER_MS, servers)
    await sleep(2 * lastsMs)
    await place.slow(0, servers)
  },
  async 'disk full'({ place, servers, lastsMs }) {
    place.disk?.fill()
    // What little fits where the tables have room: nothing is wrong until it is noticed.
    await waitFor('a server to notice', () => areReady(servers).then(ready => !ready))
    await sleep(2 * lastsMs)
    place.disk?.makeRoom()
  },
} satisfies Record<string, (at: At) => Promise<void>>
export type FaultKind = keyof typeof FAULTS

/** What goes wrong in one history. A server that is killed is away for long, so that is seldom. */
export const OF_A_HISTORY: readonly FaultKind[] = [
  ...(Object.keys(FAULTS) as FaultKind[]),
  'asleep',
  'cut off',
]

/**
 * Lets one thing after the other go wrong, in an order that the seed says, spread over the history by how
 * much of it is done: however fast the machine is, as much goes wrong among as many operations. Resolves when
 * all of it is over, and rejects where the servers do not come back from it.
 */
export async function beginFaults(
  { place, servers }: { place: Place; servers: readonly MortalServer[] },
  { faults, chance }: { faults: readonly FaultKind[]; chance: Chance },
  history: {
    /** What part of it is over, 0 to 1. */
    part(): number
    /** Milliseconds since its beginning. */
    since(): number
    /** Whether nothing more may begin. */
    isLate(): boolean
  },
  mishaps: Mishap[],
): Promise<void> {
  const left = faults.filter(kind => kind !== 'disk full' || place.disk !== null)
  const all = left.length
  for (let nth = 1; nth <= all; nth += 1) {
    while (!history.isLate() && history.part() < nth / (all + 1)) await sleep(LOOK_MS)
    if (history.isLate()) return
    const kind = chance.draw(left)
    const at = chance.below(servers.length)
    const server = servers[at]
    if (!server || !kind) throw new Error('nothing is left that may go wrong')
    const mishap: Mishap = { kind, server: at, from: history.since(), to: Number.POSITIVE_INFINITY }
    mishaps.push(mishap)
    await FAULTS[kind]({ server, servers, place, lastsMs: 200 + chance.below(LASTS_MS) })
    await comeBack(kind, place, servers)
    mishap.to = history.since()
  }
}

/** What a fault has ended its supervisor starts, and then all of them serve by themselves. */
async function comeBack(kind: FaultKind, place: Place, servers: readonly MortalServer[]): Promise<void> {
  await place.rise()
  for (const server of servers) await server.rise()
  await waitFor(`all servers to serve after: ${kind}`, () => areReady(servers))
}

const areReady = async (servers: readonly MortalServer[]): Promise<boolean> =>
  (await Promise.all(servers.map(server => server.isReady()))).every(Boolean)
