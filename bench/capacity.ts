import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { systemRandom } from '#server/platform/random.ts'
import { onPrivatePostgres } from '#tests/support/private-postgres.ts'
import { makeTemporaryDirectory } from '#tests/support/temporary-directory.ts'
import type { Called, Calls } from './capacity/desks.ts'
import type { OpenTown, TownIsOpen, Where } from './capacity/town.ts'
import { type Child, startChild } from './child-process.ts'
import { type Figure, milliseconds, shown } from './figure.ts'
import type { Gathering, Joined, Phone, Takes } from './join-storm/crowd.ts'
import { quantile } from './quantile.ts'

interface Town {
  offices: number
  phones: number
  servers: 1 | 2
}

const TOWNS: readonly Town[] = [
  { offices: 10, phones: 2_000, servers: 1 },
  { offices: 100, phones: 5_000, servers: 1 },
]
const DESKS_EACH = 4
const CROWDS = 2
/** Those of the phones by which numbers are taken; each may hold one in each line. */
const TAKERS = 500
const LINES = 3
/** Everybody opens the office within this: nobody's morning is more sudden. */
const ARRIVE_MS = 20_000
/** As many numbers a second as calls; each is kept up for so long. */
const STEPS = [5, 10, 25, 50, 100, 150, 200, 300]
const STEP_MS = 5_000
/** Whoever presses is answered within a second, but for one in a hundred. */
const PATIENCE_MS = 1_000
const PAUSE_MS = 1_000

const part = (name: string) => join(import.meta.dirname, name)

/** An address of this machine for each phone: one may hold so many numbers alone. */
const addressOf = (index: number) => `127.${1 + (index >> 16)}.${(index >> 8) & 255}.${1 + (index & 127)}`

interface Step {
  aSecond: number
  takes: number
  calls: number
  failed: number
}

interface Carried {
  steps: Step[]
  joinMs: number
  again: number
  /** Of each server with everybody joined, bytes. */
  memory: number[]
}

async function climb(town: Town, where: Where): Promise<Carried> {
  const servers = Array.from({ length: town.servers }, () => startChild(part('capacity/town.ts')))
  const crowds = Array.from({ length: CROWDS }, () => startChild(part('join-storm/crowd.ts')))
  const takers = startChild(part('join-storm/crowd.ts'))
  const clerks = startChild(part('capacity/desks.ts'))
  try {
    const [first, ...others] = servers as [Child, ...Child[]]
    const opened = await first.ask<TownIsOpen>('open', {
      ...where,
      offices: town.offices,
      lines: LINES,
      desks: DESKS_EACH,
      people: town.phones,
    } satisfies OpenTown)
    const more = await Promise.all(others.map(server => server.ask<string>('join', where)))
    const origins = [opened.origin, ...more]
    // Phones are machines of their own: they must not take the processor from the servers. Those by which
    // it is measured do.
    await Promise.all(crowds.map(crowd => crowd.ask('giveWay')))
    const officeOf = (person: number) => opened.offices[person % opened.offices.length]!
    const phones = opened.people.map(
      ({ token }, index): Phone => ({ token, officeSlug: officeOf(index).slug, address: addressOf(index) }),
    )
    /** The takers first, then the crowds, each its share. */
    const shares = [
      phones.slice(0, TAKERS),
      ...crowds.map((_, crowd) =>
        phones.filter((_one, index) => index >= TAKERS && index % CROWDS === crowd),
      ),
    ]
    const joined = await Promise.all(
      [takers, ...crowds].map((crowd, index) =>
        crowd.ask<Joined>('join', {
          url: `${origins[index % origins.length]!.replace(/^http/, 'ws')}/socket`,
          phones: shares[index]!,
          withinMs: ARRIVE_MS,
        } satisfies Gathering),
      ),
    )
    const memory = await Promise.all(servers.map(server => server.ask<number>('memory')))

    const steps: Step[] = []
    for (const aSecond of STEPS) {
      const count = (aSecond * STEP_MS) / 1_000
      const pace = { count, everyMs: 1_000 / aSecond }
      const [took, called] = await Promise.all([
        takers.ask<Float64Array>('take', {
          requests: Array.from({ length: count }, (_, index) => {
            const taker = index % TAKERS
            const line_id = officeOf(taker).line_ids[Math.floor(index / TAKERS) % LINES]!
            return { line_id, user_id: opened.people[taker]!.user_id, request_id: systemRandom.uuid() }
          }),
          everyMs: pace.everyMs,
        } satisfies Takes),
        clerks.ask<Called>('call', { origins, desks: opened.desks, ...pace } satisfies Calls),
      ])
      const step = {
        aSecond,
        takes: quantile(took, 0.99),
        calls: quantile([...called.took], 0.99),
        failed: called.failed,
      }
      steps.push(step)
      if (!isCarried(step)) break
      await first.ask('tidy')
      await sleep(PAUSE_MS)
    }
    return {
      steps,
      joinMs: Math.max(...joined.map(one => quantile(one.took, 1))),
      again: joined.reduce((sum, one) => sum + one.again, 0),
      memory,
    }
  } finally {
    await Promise.all([...servers, ...crowds, takers, clerks].map(child => child.stop()))
  }
}

const isCarried = ({ takes, calls, failed }: Step) =>
  takes <= PATIENCE_MS && calls <= PATIENCE_MS && failed === 0

const megabytes = (bytes: number) => `${Math.round(bytes / 2 ** 20)} MB`

function figuresOf(town: Town, on: string, { steps, joinMs, again, memory }: Carried): Figure[] {
  const knee = steps.findLast(isCarried)
  const over = steps.find(step => !isCarried(step))
  const waits = ({ takes, calls }: Step) =>
    `p99 ${milliseconds(takes)} for a number, ${milliseconds(calls)} for a call`
  const who = town.servers === 1 ? 'One server' : 'Two servers'
  return [
    shown(
      `${who}, ${on}, ${town.phones.toLocaleString('en')} phones in ${town.offices} offices: numbers a second, and as many calls`,
      [
        knee ? `${knee.aSecond}/s (${waits(knee)})` : 'less than the first step',
        over ? `not ${over.aSecond}/s (${waits(over)}; failed: ${over.failed})` : 'and no step was too much',
      ].join('; '),
    ),
    shown(
      'The same, the slowest to be in, of all who come within 20 s; memory of each server then',
      `${milliseconds(joinMs)} (tried again: ${again}); ${memory.map(megabytes).join(' + ')}`,
    ),
  ]
}

/**
 * How much one machine carries: everybody is in, takes numbers and is called, more a second with each step,
 * until somebody has to wait. Shown, not bound: servers, database and phones share this machine.
 */
export async function measureCapacity(): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const town of TOWNS) {
    const { path, remove } = makeTemporaryDirectory('bench-capacity')
    try {
      const where = { dataDirectory: join(path, 'data'), databaseUrl: undefined }
      figures.push(...figuresOf(town, 'embedded', await climb(town, where)))
    } finally {
      remove()
    }
  }
  for (const town of [...TOWNS, { ...TOWNS[1]!, servers: 2 as const }]) {
    const carried = await onPrivatePostgres(databaseUrl =>
      climb(town, { dataDirectory: ':memory:', databaseUrl }),
    )
    if (carried) figures.push(...figuresOf(town, 'PostgreSQL', carried))
  }
  return figures
}
