import { setTimeout as sleep } from 'node:timers/promises'
import type { Mishap } from './history.ts'
import type { Chance } from './operation.ts'
import type { MortalServer } from './servers.ts'

/** So long it lasts, at most, that a server sleeps or nobody reaches it. */
const LASTS_MS = 1_500
const LOOK_MS = 50

type Fault = (server: MortalServer, lastsMs: number) => Promise<void>

const FAULTS = {
  killed: server => server.dieAndComeBack(),
  async asleep(server, lastsMs) {
    server.signal('SIGSTOP')
    await sleep(lastsMs)
    server.signal('SIGCONT')
  },
  async 'cut off'(server, lastsMs) {
    server.wire.cut()
    await sleep(lastsMs)
    server.wire.join()
  },
} satisfies Record<string, Fault>
type Kind = keyof typeof FAULTS

/** What goes wrong in one history. A server that is killed is away for long, so that is seldom. */
const OF_A_HISTORY: readonly Kind[] = ['killed', 'asleep', 'asleep', 'cut off', 'cut off', 'cut off']

/**
 * Lets one thing after the other go wrong, in an order that the seed says, spread over the history by how
 * much of it is done: however fast the machine is, as much goes wrong among as many operations. Resolves when all of it is over, and everything is well.
 * @param done what part of the history is over, 0 to 1
 * @param since milliseconds since the beginning
 */
export async function beginFaults(
  servers: readonly MortalServer[],
  chance: Chance,
  { done, since }: { done: () => number; since: () => number },
  mishaps: Mishap[],
): Promise<void> {
  const left = [...OF_A_HISTORY]
  for (let nth = 1; nth <= OF_A_HISTORY.length; nth += 1) {
    while (done() < nth / (OF_A_HISTORY.length + 1)) await sleep(LOOK_MS)
    const kind = chance.draw(left)
    const at = chance.below(servers.length)
    const server = servers[at]
    if (!server || !kind) throw new Error('nothing is left that may go wrong')
    const mishap: Mishap = { kind, server: at, from: since(), to: Number.POSITIVE_INFINITY }
    mishaps.push(mishap)
    await FAULTS[kind](server, 200 + chance.below(LASTS_MS))
    mishap.to = since()
  }
}
