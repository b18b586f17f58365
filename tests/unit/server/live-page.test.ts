import fastify from 'fastify'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createLog } from '#server/http/logging.ts'
import { laneOf } from '#server/database/lanes.ts'
import { livePage } from '#server/http/live-page.ts'
import type { App } from '#server/web/app.ts'
import type { PageContent, PageContentOf } from '#server/web/page-content.ts'
import { ManualTime } from '#tests/phoenix/manual-time.ts'
import { MovingClock } from '#tests/support/moving-clock.ts'

const HTML = '<html><head><title>Numerito</title></head><body><div id="app"></div></body></html>'

const named = (title: string): PageContent => ({
  preview: { title, description: '', path: '/', structuredData: {} },
  frame: null,
  answers: {},
})

/** The page at every address of a server. */
function pages(contentOf: PageContentOf) {
  const timers = new ManualTime()
  const app = fastify() as unknown as App
  onTestFinished(() => app.close())
  const page = livePage(
    {
      html: HTML,
      still: (_, reply) => reply.type('text/html').send(HTML),
      frames: { search: '<template id="search">', office: '', take: '', book: '' },
      bringsAnswers: true,
    },
    { contentOf, origins: [], clock: new MovingClock(), timers, log: createLog('silent') },
  )
  app.get('*', (request, reply) => page(request, reply))
  const get = async (path: string) => (await app.inject(path)).body
  return { get, timers }
}

const settled = () => new Promise(resolve => setImmediate(resolve))

describe('what belongs to an address', () => {
  it('is waited for less long than a person waits', async () => {
    const { get, timers } = pages(() => new Promise(() => {}))
    const page = get('/')
    let isThere = false
    void page.then(() => {
      isThere = true
    })
    await settled()
    timers.advance(399)
    await settled()
    expect(isThere).toBe(false)
    timers.advance(1)
    expect(await page).toBe(HTML)
  })

  it('is looked up by the readers’ lane, so that a crowd with links holds up nobody who acts', async () => {
    let lane = ''
    const { get } = pages(async () => {
      lane = laneOf()
      return null
    })
    expect(await get('/')).toBe(HTML)
    expect(lane).toBe('readers')
  })

  it('is written with the top of its screen, before the place where the application will stand', async () => {
    const { get } = pages(async () => ({ preview: null, frame: 'search', answers: {} }))
    expect(await get('/search')).toBe(HTML.replace('<div', '<template id="search"><div'))
  })

  it('leaves no timer behind', async () => {
    const { get, timers } = pages(async () => named('Notaría'))
    await get('/')
    timers.advance(100)
    expect(timers.pending).toBe(0)
  })

  it('is looked up for so many addresses at once and no more, so that trying them out costs little', async () => {
    let asked = 0
    const answers: (() => void)[] = []
    const { get } = pages(path => {
      asked += 1
      return new Promise(resolve => answers.push(() => resolve(named(path))))
    })
    const all = Array.from({ length: 40 }, (_, index) => get(`/offices/a${index}`))
    await settled()
    expect(asked).toBe(16)
    for (const answer of answers) answer()
    const titled = (await Promise.all(all)).filter(page => page.includes('/offices/a'))
    expect(titled).toHaveLength(16)
    // And then it goes on.
    const next = get('/offices/b')
    await settled()
    answers.at(-1)?.()
    expect(await next).toContain('<title>/offices/b · Numerito</title>')
  })

  it('is looked up once, however many come by the same poster in that moment', async () => {
    let asked = 0
    const { get } = pages(async path => named(`${path} ${++asked}`))
    const all = await Promise.all(Array.from({ length: 50 }, () => get('/offices/centro')))
    expect(asked).toBe(1)
    expect(new Set(all)).toEqual(new Set([expect.stringContaining('/offices/centro 1 ·')]))
  })

  it('is kept for a moment, and no longer', async () => {
    let asked = 0
    const { get, timers } = pages(async path => named(`${path} ${++asked}`))
    await get('/')
    await get('/?utm_source=x')
    timers.advance(99)
    await get('/')
    expect(asked).toBe(1)
    timers.advance(1)
    await get('/')
    expect(asked).toBe(2)
  })

  it('is kept for so many addresses and no more, however many are invented', async () => {
    let asked = 0
    const { get, timers } = pages(async path => named(`${path} ${++asked}`))
    for (let index = 0; index <= 200; index++) await get(`/${index}`)
    expect(timers.pending).toBe(200)
    await get('/200')
    expect(asked).toBe(202)
    await get('/199')
    expect(asked).toBe(202)
  })
})
