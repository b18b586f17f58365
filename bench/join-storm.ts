import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { CHANNEL_JOIN_TIMEOUT_MS } from '#contract/limits.ts'
import { systemRandom } from '#server/platform/random.ts'
import { makeTemporaryDirectory } from '#tests/support/temporary-directory.ts'
import { type Child, startChild } from './child-process.ts'
import { atMost, type Figure, milliseconds, shown, times } from './figure.ts'
import type { Gathering, Joined, Phone, Takes } from './join-storm/crowd.ts'
import type { OfficesAreOpen, OpenOffices } from './join-storm/storm-office.ts'
import type { Person } from './people-with-sessions.ts'
import { onPrivatePostgres } from '#tests/support/private-postgres.ts'
import { median, quantile } from './quantile.ts'

const SIZES = [2_000, 5_000]
const CROWDS = 2
/**
 * A storm’s p99 is the median of so many: a disk that stalls for some hundred milliseconds stalls whoever
 * takes a number just then, in a storm or not, and the p99 of all numbers together would be that stall.
 */
const ROUNDS = 12
/** All phones come within this. */
const STORM_MS = 1_000
/**
 * Strangers who are in already, and take a number each while the storm lasts; and as many when nobody comes.
 */
const STRANGERS = 30
const TAKE_EVERY_MS = 40
const MOST_TIMES_BARE = 1.5
const MOST_TIMES_QUIET = 3
/** Between two rounds: what the one before left to be done is not the next one's affair. */
const PAUSE_MS = 1_500

const part = (name: string) => join(import.meta.dirname, 'join-storm', name)

interface Round {
  /** From the first phone's beginning until the last one was in. */
  all: number
  slowest: number
  again: number
}

interface Storms {
  /** Nobody does anything but join, as at the bare server. */
  ours: Round[]
  bare: Round[]
  /** While strangers take numbers. */
  busy: Round[]
  /** What each number took, of each round. */
  quietTakes: Float64Array[]
  stormTakes: Float64Array[]
}

async function storm(crowds: Child[], url: string, phones: Phone[]): Promise<Round> {
  const share = Math.ceil(phones.length / crowds.length)
  const joined = await Promise.all(
    crowds.map((crowd, index) =>
      crowd.ask<Joined>('join', {
        url,
        phones: phones.slice(index * share, (index + 1) * share),
        withinMs: STORM_MS,
      } satisfies Gathering),
    ),
  )
  const began = Math.min(...joined.map(one => one.began))
  return {
    all: Math.max(...joined.map(one => one.ended)) - began,
    slowest: Math.max(...joined.map(one => quantile(one.took, 1))),
    again: joined.reduce((sum, one) => sum + one.again, 0),
  }
}

async function measureStorms(size: number, where: Omit<OpenOffices, 'people'>): Promise<Storms> {
  const office = startChild(part('storm-office.ts'))
  const bare = startChild(part('bare-channels.ts'))
  const strangers = startChild(part('crowd.ts'))
  const crowds = Array.from({ length: CROWDS }, () => startChild(part('crowd.ts')))
  try {
    await Promise.all(crowds.map(crowd => crowd.ask('giveWay')))
    const { url, offices, people } = await office.ask<OfficesAreOpen>('open', {
      ...where,
      people: size + STRANGERS,
    } satisfies OpenOffices)
    const officeOf = (index: number) => offices[index % offices.length]!
    const phoneOf = ({ token }: Person, index: number) => ({ token, officeSlug: officeOf(index).slug })
    const phones = people.slice(0, size).map(phoneOf)
    const others = people.slice(size)
    // As long as what our server answers.
    const lines = Array.from({ length: 5 }, (_, index) => ({
      line_id: index + 1,
      waiting: 10,
      wait: { from: 10, to: 40 },
      call: null,
      queue: {
        raw_tickets: Array.from({ length: 10 }, (_one, place) => `A${String(place).padStart(3, '0')}`),
      },
      frozen: false,
    }))
    const bareUrl = await bare.ask<string>('open', { seq: 50, reset: false, missed: [], lines })
    await storm([strangers], url, others.map(phoneOf))

    const goHome = async () => {
      await Promise.all(crowds.map(crowd => crowd.ask('leave')))
      await sleep(PAUSE_MS)
    }
    const takeNumbers = async () => {
      const took = await strangers.ask<Float64Array>('take', {
        requests: others.map(({ user_id }, index) => ({
          line_id: officeOf(index).line_ids[0]!,
          user_id,
          request_id: systemRandom.uuid(),
        })),
        everyMs: TAKE_EVERY_MS,
      } satisfies Takes)
      await office.ask('tidy')
      return took
    }
    const storms: Storms = { ours: [], bare: [], busy: [], quietTakes: [], stormTakes: [] }
    await takeNumbers()
    for (let round = 0; round < ROUNDS; round++) {
      storms.bare.push(await storm(crowds, bareUrl, phones))
      await goHome()
      storms.ours.push(await storm(crowds, url, phones))
      await goHome()
      storms.quietTakes.push(await takeNumbers())
      const [busy, took] = await Promise.all([storm(crowds, url, phones), takeNumbers()])
      storms.busy.push(busy)
      storms.stormTakes.push(took)
      await goHome()
    }
    return storms
  } finally {
    await Promise.all([office, bare, strangers, ...crowds].map(child => child.stop()))
  }
}

function compare(
  size: number,
  where: string,
  { ours, bare, busy, quietTakes, stormTakes }: Storms,
): Figure[] {
  const crowd = `${size.toLocaleString('en')} phones join ten offices within a second, ${where}`
  const all = median(ours.map(round => round.all))
  const least = median(bare.map(round => round.all))
  const p99 = (rounds: Float64Array[]) => median(rounds.map(round => quantile(round, 0.99)))
  const every = (rounds: Float64Array[]) => rounds.flatMap(round => [...round])
  const middle = (rounds: Float64Array[]) => median(every(rounds))
  const slowest = (rounds: Float64Array[]) => milliseconds(quantile(every(rounds), 1))
  const takes = (of: (rounds: Float64Array[]) => number) => {
    const [quiet, meanwhile] = [of(quietTakes), of(stormTakes)]
    return { ratio: meanwhile / quiet, words: `${milliseconds(meanwhile)} : ${milliseconds(quiet)}` }
  }
  const [late, usual] = [takes(p99), takes(middle)]
  return [
    atMost(
      `${crowd}: until all are in, beside a bare server of the same protocol room`,
      all / least,
      MOST_TIMES_BARE,
      times,
      `${milliseconds(all)} : ${milliseconds(least)}`,
    ),
    atMost(
      'The same, the slowest join',
      Math.max(...[...ours, ...busy].map(round => round.slowest)),
      CHANNEL_JOIN_TIMEOUT_MS,
      milliseconds,
      `tried again: ${[...ours, ...busy].reduce((sum, round) => sum + round.again, 0)}`,
    ),
    shown(
      'The same, until all are in while numbers are taken',
      `${times(median(busy.map(round => round.all)) / least)} (${milliseconds(median(busy.map(round => round.all)))} : ${milliseconds(least)})`,
    ),
    atMost(
      'The same, a number taken by somebody else meanwhile, p99, beside when nobody joins',
      late.ratio,
      MOST_TIMES_QUIET,
      times,
      late.words,
    ),
    shown('The same, median', `${times(usual.ratio)} (${usual.words})`),
    shown('The same, the slowest of all', `${slowest(stormTakes)} : ${slowest(quietTakes)}`),
  ]
}

/**
 * Everybody comes back at once, as after a restart or at nine o'clock: how long until they are in, and who
 * waits for it.
 */
export async function measureJoinStorm(): Promise<Figure[]> {
  const figures: Figure[] = []
  for (const size of SIZES) {
    const { path, remove } = makeTemporaryDirectory('bench-storm')
    try {
      const where = { dataDirectory: join(path, 'data'), databaseUrl: undefined }
      figures.push(...compare(size, 'embedded', await measureStorms(size, where)))
    } finally {
      remove()
    }
    const onPostgres = await onPrivatePostgres(databaseUrl =>
      measureStorms(size, { dataDirectory: ':memory:', databaseUrl }),
    )
    if (onPostgres) figures.push(...compare(size, 'PostgreSQL', onPostgres))
  }
  return figures
}
