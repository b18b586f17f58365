import { afterEach, describe, expect, it } from 'vitest'
import { HISTORY_PAGE_SIZE } from '#contract/limits.ts'
import type { Office } from '#contract/rest/offices.ts'
import { attentionQuery } from '#src/queries/attention-query.ts'
import { lineCategoriesQuery, lineCategoryGeoQuery, lineInfoQuery } from '#src/queries/browse-queries.ts'
import { createQueryClient } from '#src/queries/create-query-client.ts'
import { historyQuery } from '#src/queries/history-query.ts'
import { officeStateQuery } from '#src/queries/office-state-query.ts'
import { officesQuery } from '#src/queries/offices-query.ts'
import { apiPart } from '#src/queries/parts.ts'
import { queryKeys } from '#src/queries/query-keys.ts'
import { queryServerData } from '#src/queries/query-server-data.ts'
import { staleAfter } from '#src/queries/stale-after.ts'
import { reservationFormQuery } from '#src/queries/reservation-queries.ts'
import { ticketFormQuery } from '#src/queries/ticket-form-query.ts'
import { json, problem, serveApi } from '../api/api-server.ts'
import { ticketOf } from '../db/receipts.ts'
import { countingRandom } from '../platform/fakes.ts'
import { provideBrought } from '#src/queries/brought.ts'

const open: (() => unknown)[] = []
afterEach(async () => {
  for (const close of open.splice(0)) await close()
})

const OFFICE: Office = {
  id: 3,
  slug: 'centro',
  name: 'Centro',
  demo: true,
  category_id: 'demos',
  category: 'Demos',
  organization_id: 11,
  address: 'Moneda 1',
  district: 'Santiago',
  region: 'Metropolitana',
  latitude: null,
  longitude: null,
  time_zone: 'America/Santiago',
  hours: [],
  closures: [],
  channel: 'web:centro',
  options: { web_only: true },
  line_categories: [],
}
const MADE = 'Fri, 20 Nov 2026 12:00:00 GMT'
const past = (number: number) =>
  ticketOf({
    tuid: `${String(number).padStart(8, '0')}-0000-4000-8000-000000000000`,
    state: 'attended',
    called: true,
  })

const ANSWERS: Record<string, unknown> = {
  '/api/v3/offices/web': [OFFICE],
  '/api/v1/state/centro': { office: OFFICE, lines: [], seq: 4, at: '2026-11-20T12:00:00.000Z' },
  '/api/v1/lines/7/info': { office_slug: 'centro', line_slug: 'cajas' },
  '/api/v3/organizations/11/line_categories': [{ id: 5, slug: 'cajas', name: 'Cajas' }],
  '/api/v3/line_categories/5/geo': [],
  '/api/v1/offices/3/lines/7/forms?ticket=true': { questions: [] },
  '/api/v1/offices/3/lines/7/forms': { questions: [] },
  '/services/attention/check?id=t&type=ticket': {
    id: 't',
    type: 'ticket',
    attending: true,
    attended: false,
    modulo: '3',
  },
}

async function serve() {
  const served = await serveApi(({ url }, response) => {
    const page = Number(new URL(url, 'http://x').searchParams.get('page'))
    if (page > 0) {
      const tickets = Array.from({ length: page === 3 ? 3 : HISTORY_PAGE_SIZE }, (_, index) =>
        past(page * 100 + index),
      )
      return json(response, { tickets, page, pages: 3, total: 23 })
    }
    const answer = ANSWERS[url]
    if (answer === undefined) problem(response, 404, 'not-found')
    else json(response, answer, 200, { date: MADE })
  })
  apiPart.provide(async () => served.api)
  const client = createQueryClient()
  open.push(served.close, () => client.clear())
  return { ...served, client }
}

describe('what the server lists', () => {
  it('[OFF-02] the offices come with their age', async () => {
    const { client } = await serve()
    expect(await client.fetchQuery(officesQuery())).toEqual({ data: [OFFICE], inserted_at: Date.parse(MADE) })
  })

  it('[SHELL-07] offices are not loaded where a marketing parameter is present', () => {
    expect(officesQuery({ enabled: false }).enabled).toBe(false)
    expect(officesQuery().enabled).toBe(true)
  })

  it('each resource gives its answer', async () => {
    const { client } = await serve()
    expect((await client.fetchQuery(officeStateQuery('centro'))).data.seq).toBe(4)
    expect(await client.fetchQuery(lineInfoQuery(7))).toEqual({ office_slug: 'centro', line_slug: 'cajas' })
    expect(await client.fetchQuery(lineCategoriesQuery(11))).toMatchObject([{ id: 5 }])
    expect(await client.fetchQuery(lineCategoryGeoQuery(5))).toEqual([])
    expect(await client.fetchQuery(ticketFormQuery(3, 7))).toEqual({ questions: [], preference: null })
    expect(await client.fetchQuery(attentionQuery('t', 'ticket'))).toMatchObject({ attending: true })
  })

  it('[OFF-10] an office that does not exist fails with its code, and is not asked for again and again', async () => {
    const { client, asked } = await serve()
    await expect(client.fetchQuery(officeStateQuery('nowhere'))).rejects.toMatchObject({ code: 'not-found' })
    expect(asked).toHaveLength(1)
    const { retry } = client.getDefaultOptions().queries ?? {}
    const mayRetry = (failures: number, error: object) =>
      typeof retry === 'function' && retry(failures, error as Error)
    expect(mayRetry(0, { status: 404 })).toBe(false)
    expect([{ status: 0 }, { status: 503 }, new TypeError()].map(error => mayRetry(1, error))).toEqual([
      true,
      true,
      true,
    ])
    expect(mayRetry(2, { status: 503 })).toBe(false)
  })

  it('what is there already is asked for past the caches', async () => {
    const { client, asked } = await serve()
    await client.fetchQuery(officeStateQuery('centro'))
    await client.invalidateQueries({ queryKey: officeStateQuery('centro').queryKey })
    await client.fetchQuery(officeStateQuery('centro'))
    expect(asked.map(({ headers }) => headers['cache-control'])).toEqual([undefined, 'max-age=0'])
  })

  it('[ADMIN-02] what an office asks is asked for past the caches each time: it may have changed a moment ago', async () => {
    const { client, asked } = await serve()
    await client.fetchQuery(ticketFormQuery(3, 7))
    await client.fetchQuery(reservationFormQuery(3, 7))
    expect(asked.map(({ headers }) => headers['cache-control'])).toEqual(['max-age=0', 'max-age=0'])
  })

  it('[TKT-06] the history comes in pages of 10, to its end', async () => {
    const { client } = await serve()
    const { pages } = await client.fetchInfiniteQuery({ ...historyQuery(), pages: 4 })
    expect(pages.map(({ page, tickets }) => [page, tickets.length])).toEqual([
      [1, 10],
      [2, 10],
      [3, 3],
    ])
  })
})

describe('how long an answer is fresh', () => {
  const minute = 60_000
  const limits = { min: minute, max: 5 * minute }
  const answered = (dataUpdatedAt: number, inserted_at = dataUpdatedAt) => ({
    state: { dataUpdatedAt, data: { inserted_at } },
  })

  it('[OFF-03] is drawn anew for each answer, and stays while the answer does', () => {
    const fresh = staleAfter(limits, countingRandom(0, 0.5))
    const query = answered(1_000_000)
    expect([fresh(query), fresh(query)]).toEqual([minute, minute])
    query.state = answered(2_000_000).state
    expect([fresh(query), fresh(query)]).toEqual([3 * minute, 3 * minute])
  })

  it('[OFF-02] [OFF-03] is 10 to 30 minutes for the offices, 1 to 5 for an office’s lines and state', () => {
    const lives = (query: { staleTime?: unknown }) =>
      Array.from({ length: 50 }, () => (query.staleTime as ReturnType<typeof staleAfter>)(answered(1)))
    for (const [query, min, max] of [
      [officesQuery(), 10 * minute, 30 * minute],
      [officeStateQuery('centro'), minute, 5 * minute],
    ] as const) {
      const drawn = lives(query)
      expect(Math.min(...drawn)).toBeGreaterThanOrEqual(min)
      expect(Math.max(...drawn)).toBeLessThanOrEqual(max)
      expect(new Set(drawn).size).toBeGreaterThan(10)
    }
  })

  it('[OFF-03] counts what the answer had aged in the cache that gave it', () => {
    const fresh = staleAfter(limits, countingRandom(0.5))
    expect(fresh(answered(10_000_000, 10_000_000 - minute))).toBe(2 * minute)
    expect(fresh(answered(10_000_000, 0))).toBe(0)
    expect(fresh(answered(10_000_000, 10_000_000 + minute))).toBe(3 * minute)
  })
})

describe('what flows mend', () => {
  it('[CALL-01] a called ticket comes first in the history, once, and no page grows over its size', async () => {
    const { client } = await serve()
    const { pages } = await client.fetchInfiniteQuery({ ...historyQuery(), pages: 2 })
    const serverData = queryServerData(client)
    const called = ticketOf({ state: 'called', called: true })
    serverData.addToHistory(called)
    serverData.addToHistory({ ...called, modulo: '4' })
    const mended = client.getQueryData(historyQuery().queryKey)?.pages ?? []
    expect(mended[0]?.tickets[0]).toMatchObject({ tuid: called.tuid, modulo: '4' })
    expect(mended.map(({ tickets, total }) => [tickets.length, total])).toEqual([
      [10, 24],
      [10, 24],
    ])
    expect(mended[1]?.tickets[0]).toEqual(pages[0]?.tickets[9])
  })

  it('[RES-07] what is free in a block that is shown moves without being fetched, by its instant, and only there', () => {
    const client = createQueryClient()
    const block = (from: string, availables: number) => ({ from, to: from, availables })
    const at = (hour: number) => `2026-11-24T${hour}:00:00.000Z`
    const shown = (lineId: number) => queryKeys.timeBlocks('centro', lineId, '2026-11-24')
    for (const line of [7, 8]) client.setQueryData(shown(line), [block(at(13), 2), block(at(14), 2)])
    queryServerData(client).applyBlocks('centro', 7, [
      block('2026-11-24T10:00:00.000-03:00', 1),
      block('2026-11-25T13:00:00.000Z', 0),
    ])
    expect(client.getQueryData(shown(7))).toEqual([block(at(13), 1), block(at(14), 2)])
    expect(client.getQueryData(shown(8))).toEqual([block(at(13), 2), block(at(14), 2)])
  })

  it('[OFF-08] the figures of a hidden line, which its office does not list, move with the others', () => {
    const client = createQueryClient()
    const key = queryKeys.officeLine('centro', 'interna')
    client.setQueryData(key, { line_id: 5, name: 'Entrega reservada', waiting: 2, call: null })
    const serverData = queryServerData(client)
    const state = {
      line_id: 5,
      waiting: 7,
      call: 'I004',
      wait: null,
      frozen: false,
      queue: { raw_tickets: [] },
    }
    serverData.applyLines('centro', [{ ...state, line_id: 4 }, state], '2026-11-20T12:00:00.000Z')
    expect(client.getQueryData(key)).toMatchObject({ name: 'Entrega reservada', waiting: 7, call: 'I004' })
    serverData.applyLines('norte', [{ ...state, waiting: 9 }], '2026-11-20T12:00:01.000Z')
    const stopped = { why: 'frozen' as const, reason: null, note: 'Volvemos pronto', until: null }
    serverData.freezeLine('centro', 5, true, stopped)
    expect(client.getQueryData(key)).toMatchObject({ waiting: 7, frozen: true, stopped })
  })

  it('what nobody has asked for is left to be asked for', () => {
    const client = createQueryClient()
    const serverData = queryServerData(client)
    serverData.addToHistory(ticketOf())
    serverData.applyLines('centro', [], '2026-11-20T12:00:00.000Z')
    expect(client.getQueryCache().getAll()).toEqual([])
  })
})

describe('what the page brought along', () => {
  const STATE = ANSWERS['/api/v1/state/centro']
  const MADE_AT = Date.parse(MADE)

  function bring(answers: Record<string, unknown>): void {
    const left = new Map(Object.entries(answers))
    provideBrought({
      paths: [...left.keys()],
      take(path) {
        const answer = left.get(path)
        left.delete(path)
        return answer === undefined ? undefined : { answer, at: MADE_AT }
      },
    })
    open.push(() => provideBrought({ paths: [], take: () => undefined }))
  }

  const begunWith = ({ initialData }: { initialData?: unknown }) => (initialData as () => unknown)()

  it('[OFF-03] is what an office begins with, as old as it was made', () => {
    bring({ '/api/v1/state/centro': STATE })
    expect(begunWith(officeStateQuery('centro'))).toEqual({ data: STATE, inserted_at: MADE_AT })
    expect(begunWith(officeStateQuery('centro'))).toBeUndefined()
  })

  it('[SHELL-07] is no list where somebody came with a marketing parameter', () => {
    bring({ '/api/v3/offices/web': [OFFICE] })
    expect(begunWith(officesQuery({ enabled: false }))).toBeUndefined()
    expect(begunWith(officesQuery())).toEqual({ data: [OFFICE], inserted_at: MADE_AT })
  })
})
