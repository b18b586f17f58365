import { beforeEach, describe, expect, it } from 'vitest'
import { LINES_CACHE_MS, OFFICES_CACHE_MS } from '#contract/limits.ts'
import { type AnswerPorts, answerWithAge } from '#sw/answer-with-age.ts'
import { type CacheLife, cacheLifeOf } from '#sw/cache-life.ts'
import { MemoryCaches } from './memory-caches.ts'

const START = Date.parse('2026-11-20T12:00:00Z')
const ORIGIN = 'https://numerito.example'

const kindOf = (path: string) => cacheLifeOf(path) as CacheLife
const OFFICES = '/api/v3/offices/web'
const LINES = '/api/v1/state/centro'
/** More patience than the worker has. */
const FOR_EVER = new Promise<Response>(() => {})

/**
 * A phone, its clock and its luck in the test's hand; the network answers with the number of the question.
 */
function phone() {
  const work: Promise<unknown>[] = []
  const state = {
    now: START,
    random: 0,
    asked: 0,
    network: (): Response | Promise<Response> => answer(200, `answer ${state.asked}`),
    /** How long the worker waited for the network, milliseconds. */
    waited: null as number | null,
  }
  const answer = (status: number, body: string, type = 'application/json; charset=utf-8') =>
    new Response(body, {
      status,
      headers: { date: new Date(state.now).toUTCString(), 'content-type': type },
    })
  const caches = new MemoryCaches()
  const ports: AnswerPorts = {
    caches,
    async fetch() {
      state.asked += 1
      return state.network()
    },
    now: () => state.now,
    random: () => state.random,
    async wait(ms) {
      state.waited = ms
    },
    waitUntil: promise => void work.push(promise),
  }
  return {
    state,
    caches,
    answer,
    async ask(path: string, cache: RequestCache = 'default') {
      return answerWithAge(new Request(`${ORIGIN}${path}`, { cache }), kindOf(path), ports)
    },
    /** What the worker does after its answers is done. */
    settled: () => Promise.all(work),
    async text(path: string, cache: RequestCache = 'default') {
      const text = await (await this.ask(path, cache)).text()
      await this.settled()
      return text
    },
  }
}

describe('an answer in its life', () => {
  let here: ReturnType<typeof phone>
  beforeEach(() => {
    here = phone()
  })

  it.each([
    ['[OFF-02] the office list', OFFICES, OFFICES_CACHE_MS],
    ["[OFF-03] an office's lines and state", LINES, LINES_CACHE_MS],
  ])('%s is asked for anew after a random time between its limits', async (_what, path, { min, max }) => {
    const edge = 1
    for (const [random, life] of [
      [0, min],
      [0.5, (min + max) / 2],
      [0.999_999, max],
    ] as const) {
      here = phone()
      here.state.random = random
      expect(await here.text(path)).toBe('answer 1')
      here.state.now = START + life - 1_000
      expect(await here.text(path)).toBe('answer 1')
      here.state.now = START + life + edge
      expect(await here.text(path)).toBe('answer 2')
    }
  })

  it('[OFF-03] has a life of its own, drawn anew each time it is kept', async () => {
    here.state.random = 0
    await here.text('/api/v1/state/centro')
    here.state.random = 0.999
    await here.text('/api/v1/state/norte')
    here.state.now = START + LINES_CACHE_MS.min + 1
    expect(await here.text('/api/v1/state/norte')).toBe('answer 2')
    expect(await here.text('/api/v1/state/centro')).toBe('answer 3')
    here.state.now += LINES_CACHE_MS.min + 1
    expect(await here.text('/api/v1/state/centro')).toBe('answer 3')
  })

  it.each([
    ['[OFF-02] the office list', OFFICES],
    ["[OFF-03] an office's lines and state", LINES],
  ])(
    '%s that was kept while the phone’s clock stood ahead is not fresh once that is set back',
    async (_what, path) => {
      here.state.now = START + 3 * 3_600_000
      await here.text(path)
      here.state.now = START
      expect(await here.text(path)).toBe('answer 2')
      expect(await here.text(path)).toBe('answer 2')
    },
  )

  it('is passed over by a page that wants the newest', async () => {
    await here.text(LINES)
    expect(await here.text(LINES, 'no-cache')).toBe('answer 2')
    expect(await here.text(LINES)).toBe('answer 2')
  })

  it('gives way to newer ones where there are too many', async () => {
    const { cacheName, entriesMax } = kindOf(LINES)
    for (let office = 0; office <= entriesMax; office++) await here.text(`/api/v1/state/office-${office}`)
    const kept = here.caches.addresses(cacheName)
    expect(kept).toHaveLength(entriesMax)
    expect(kept[0]).toBe(`${ORIGIN}/api/v1/state/office-1`)
  })
})

describe('an answer past its life', () => {
  let here: ReturnType<typeof phone>
  beforeEach(async () => {
    here = phone()
    await here.text(LINES)
    here.state.now = START + LINES_CACHE_MS.max + 1
  })

  const offline = () => {
    throw new TypeError('Failed to fetch')
  }

  it('[OFFL-02] serves without a network, with the date of its making', async () => {
    here.state.network = offline
    for (const cache of ['default', 'no-cache'] as const) {
      const old = await here.ask(LINES, cache)
      expect(await old.text()).toBe('answer 1')
      expect(old.headers.get('date')).toBe(new Date(START).toUTCString())
    }
  })

  it('[OFFL-02] serves where the network neither answers nor fails, well before the page gives up', async () => {
    here.state.network = () => FOR_EVER
    expect(await (await here.ask(LINES)).text()).toBe('answer 1')
    expect(here.state.waited).toBeLessThanOrEqual(5_000)
  })

  it('is replaced by an answer that comes too late', async () => {
    let arrive: (response: Response) => void = () => {}
    here.state.network = () =>
      new Promise(resolve => {
        arrive = resolve
      })
    expect(await (await here.ask(LINES)).text()).toBe('answer 1')
    arrive(here.answer(200, 'late'))
    await here.settled()
    here.state.network = offline
    expect(await here.text(LINES)).toBe('late')
  })

  it('serves better than a server that stumbles', async () => {
    here.state.network = () => here.answer(503, 'sorry')
    expect(await here.text(LINES)).toBe('answer 1')
  })

  it('does not hide a refusal', async () => {
    here.state.network = () => here.answer(429, 'too many')
    expect((await here.ask(LINES)).status).toBe(429)
    here.state.network = () => here.answer(404, 'no such office')
    expect((await here.ask(LINES)).status).toBe(404)
  })

  it('stays when the network answered with an error: no error is kept in its place', async () => {
    for (const status of [404, 429, 503]) {
      here.state.network = () => here.answer(status, 'sorry')
      await here.text(LINES)
      here.state.network = offline
      expect(await here.text(LINES)).toBe('answer 1')
    }
  })
})

it.each([200, 404])(
  '[OFF-02] [OFFL-02] a page that a portal gives in its place (%i) is no answer, and is not kept',
  async status => {
    const here = phone()
    here.state.network = () => here.answer(status, '<title>Wi-Fi</title>', 'text/html')
    // The page sees what it is.
    expect(await here.text(OFFICES)).toBe('<title>Wi-Fi</title>')
    here.state.network = () => here.answer(200, 'the list')
    expect(await here.text(OFFICES)).toBe('the list')
    here.state.now += OFFICES_CACHE_MS.max + 1
    here.state.network = () => here.answer(status, '<title>Wi-Fi</title>', 'text/html')
    expect(await here.text(OFFICES)).toBe('the list')
    here.state.network = () => Promise.reject(new TypeError('Failed to fetch'))
    expect(await here.text(OFFICES)).toBe('the list')
  },
)

describe('without a kept answer', () => {
  it('the network says what there is, and a failure is one', async () => {
    const here = phone()
    here.state.network = () => here.answer(503, 'sorry')
    expect((await here.ask(LINES)).status).toBe(503)
    here.state.network = () => {
      throw new TypeError('Failed to fetch')
    }
    await expect(here.ask(LINES)).rejects.toThrow('Failed to fetch')
  })

  it('a store that cannot be used costs nobody the answer', async () => {
    const here = phone()
    here.caches.fault = new DOMException('no room', 'QuotaExceededError')
    expect(await here.text(LINES)).toBe('answer 1')
    expect(await here.text(LINES)).toBe('answer 2')
  })
})

describe('what is kept at all', () => {
  it.each([
    ['/api/v3/offices/web', OFFICES_CACHE_MS],
    ['/api/v3/organizations/4/line_categories', OFFICES_CACHE_MS],
    ['/api/v3/line_categories/9/geo', OFFICES_CACHE_MS],
    ['/api/v1/categories', OFFICES_CACHE_MS],
    ['/api/v1/state/centro', LINES_CACHE_MS],
    ['/api/v1/state/centro/lines/caja', LINES_CACHE_MS],
    ['/api/v1/offices/7', LINES_CACHE_MS],
    ['/api/v1/offices/7/lines', LINES_CACHE_MS],
    ['/api/v1/offices/7/hours', LINES_CACHE_MS],
    ['/api/v1/offices/7/lines/3/forms', LINES_CACHE_MS],
    ['/api/v1/lines/3/info', LINES_CACHE_MS],
  ])('%s', (path, life) => expect(cacheLifeOf(path)?.life).toEqual(life))

  it.each([
    '/api/v1/tickets',
    '/api/v1/user/tickets',
    '/api/v1/user/v2/tickets/5',
    '/api/v1/offices/7/tickets/new',
    '/api/v1/offices/7/reserves/',
    '/services/users/v2/preferences',
    '/services/login/session',
    '/services/wait/customerwaiting',
  ])('not %s, which is one person’s or of this moment', path => expect(cacheLifeOf(path)).toBeNull())
})
