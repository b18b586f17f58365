import { afterEach, describe, expect, it, vi } from 'vitest'
import { FRESH_UNTIL } from '#contract/kept-copy.ts'
import { ApiError } from '#src/api/api-error.ts'
import { ticketOf } from '../db/receipts.ts'
import { HandTime } from '../platform/fakes.ts'
import { freeTime, ruleTime } from '../platform/ruled-time.ts'
import { json, problem, serveApi } from './api-server.ts'

const open: (() => Promise<unknown>)[] = []
afterEach(async () => {
  freeTime()
  for (const close of open.splice(0)) await close()
})

async function serve(answer: Parameters<typeof serveApi>[0]) {
  const served = await serveApi(answer)
  open.push(served.close)
  return served
}

const failure = (promise: Promise<unknown>): Promise<ApiError> =>
  promise.then(
    () => expect.fail('it worked'),
    (error: unknown) => {
      expect(error).toBeInstanceOf(ApiError)
      return error as ApiError
    },
  )

describe('a call', () => {
  it('carries the token in the Authorization header, and none for a guest', async () => {
    const { api, asked, state, told } = await serve((_request, response) => json(response, []))
    await api.tickets.active()
    state.token = null
    await api.tickets.active()
    expect(asked.map(({ headers }) => headers.authorization)).toEqual(['Bearer the-token', undefined])
    expect(asked[0]?.url).toBe('/api/v1/tickets?status=active')
    expect(told).toEqual(['reached', 'reached'])
  })

  it('gives what its schema makes of the answer, and nothing else of it', async () => {
    const { api } = await serve((_request, response) =>
      json(response, [{ ...ticketOf(), rut: '12345678-5' }]),
    )
    expect(await api.tickets.active()).toEqual([ticketOf()])
  })

  it('says when the answer was made, for it may come out of a cache', async () => {
    const { api, state } = await serve((_request, response) =>
      json(response, [], 200, { date: 'Fri, 20 Nov 2026 12:00:00 GMT' }),
    )
    expect(await api.offices.list()).toEqual({ data: [], inserted_at: Date.parse('2026-11-20T12:00:00Z') })
    state.answer = (_request, response) => {
      response.sendDate = false
      json(response, [])
    }
    expect((await api.offices.list()).inserted_at).toBe(1_000)
  })

  it('tells what time the server says where no cache keeps the answer, and nowhere else', async () => {
    const date = 'Fri, 20 Nov 2026 12:00:00 GMT'
    const { api, dates, state } = await serve((_request, response) => json(response, [], 200, { date }))
    await api.offices.list()
    state.answer = (_request, response) => response.writeHead(204, { date }).end()
    await api.login.session()
    // What a proxy says of a server that is gone, it says by its own clock.
    state.answer = (_request, response) => response.writeHead(502, { date }).end()
    await failure(api.login.session())
    expect(dates).toEqual([null, date])
  })

  it.each(['text/html', undefined])(
    'a page of a portal’s (%s) in place of an answer says nothing of the time, and not that the network is there',
    async type => {
      const { api, dates, told, state } = await serve((_request, response) =>
        response
          .writeHead(200, type === undefined ? {} : { 'content-type': type })
          .end('<title>Wi-Fi</title>'),
      )
      expect(await failure(api.login.session())).toMatchObject({ code: 'unreadable', isUncertain: true })
      expect([told, dates]).toEqual([['unreached'], []])
      // An answer in a shape that this page does not know is the server's all the same.
      state.answer = (_request, response) => json(response, { newer: true })
      await failure(api.login.session())
      expect(told).toEqual(['unreached', 'reached'])
    },
  )

  it('tells no time by an answer that waited until the device had slept, and by the next one again', async () => {
    const date = 'Fri, 20 Nov 2026 12:00:00 GMT'
    const { api, dates, state, time } = await serve((_request, response) => {
      time.at += 60_000
      response.writeHead(204, { date }).end()
    })
    await api.login.session()
    state.answer = (_request, response) => {
      time.at += 59_999
      response.writeHead(204, { date }).end()
    }
    await api.login.session()
    expect(dates).toEqual([null, date])
  })

  it('a copy that the worker kept says nothing of the network', async () => {
    const { api, told } = await serve((_request, response) =>
      json(response, [], 200, { [FRESH_UNTIL]: '1795176000000' }),
    )
    await api.offices.list()
    expect(told).toEqual([])
  })

  it('[AUTH-02] that nobody reads the answer of is done by an answer of the server, and not by the page of a portal', async () => {
    const portal = '<!doctype html><title>Wi-Fi</title>'
    const { api, state } = await serve((_request, response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end(portal),
    )
    expect(await failure(api.login.end())).toMatchObject({ code: 'unreadable', isUncertain: true })
    state.answer = (_request, response) => response.writeHead(204).end()
    expect(await api.login.end()).toBeUndefined()
  })

  it('an answer in another shape is unreadable, and says where', async () => {
    const { api, state } = await serve((_request, response) =>
      json(response, [{ ...ticketOf(), number: 'x' }]),
    )
    expect(await failure(api.tickets.active())).toMatchObject({
      code: 'unreadable',
      message: expect.stringContaining('0.number'),
    })
    state.answer = (_request, response) => response.end('<html>a portal</html>')
    expect((await failure(api.tickets.active())).code).toBe('unreadable')
  })

  it('a refusal leaves as its code, its message and its fields', async () => {
    const fields = [{ path: 'meta.rut', message: 'no rut' }]
    const { api } = await serve((_request, response) => problem(response, 400, 'invalid-rut', { fields }))
    const error = await failure(api.tickets.take(3, { line_id: 7, request_id: ticketOf().tuid }))
    expect(error).toMatchObject({ code: 'invalid-rut', status: 400, message: 'it is invalid-rut', fields })
    expect(error.isUncertain).toBe(false)
  })

  it.each([400, 401, 403, 404, 408, 410, 413, 500, 502, 503])(
    '[KEEP-07] a %i without a problem, as proxies give it, is no word of the server’s, and ends no session',
    async status => {
      const { api, told } = await serve((_request, response) => void response.writeHead(status).end('<html>'))
      const error = await failure(api.tickets.active())
      expect([error.code, error.status, error.isUncertain]).toEqual(['unavailable', 502, true])
      expect(told).toEqual([])
    },
  )

  it('[SHELL-04] too many requests are told, with how long to wait', async () => {
    const { api, told, state } = await serve((_request, response) =>
      problem(response, 429, 'too-many-requests', { retry_after: 9 }, { 'retry-after': '30' }),
    )
    expect(await failure(api.flags.list())).toMatchObject({ code: 'too-many-requests', retryAfterMs: 30_000 })
    state.answer = (_request, response) => problem(response, 429, 'too-many-requests', { retry_after: 9 })
    await failure(api.flags.list())
    state.answer = (_request, response) => void response.writeHead(429).end()
    await failure(api.flags.list())
    expect(told.filter(news => news.startsWith('too'))).toEqual([
      'too-many-requests 30000',
      'too-many-requests 9000',
      'too-many-requests null',
    ])
  })

  it('[TEMP-04] an unknown token ends the session; an answer to an earlier token ends nothing', async () => {
    const { api, told, state } = await serve((_request, response) =>
      problem(response, 401, 'session-expired'),
    )
    await failure(api.tickets.active())
    expect(told).toContain('session-expired')
    told.length = 0
    state.answer = (_request, response) => {
      state.token = 'the-next-token'
      problem(response, 401, 'session-expired')
    }
    await failure(api.tickets.active())
    state.token = null
    await failure(api.tickets.active())
    expect(told).not.toContain('session-expired')
  })

  it('no network is offline', async () => {
    const { api, close, told } = await serve((_request, response) => json(response, []))
    open.length = 0
    await close()
    const error = await failure(api.tickets.active())
    expect([error.code, error.status, error.isUncertain]).toEqual(['offline', 0, true])
    expect(told).toEqual(['unreached'])
  })

  it('[WAIT-01] the wait service has 5 s, also for an answer that stops half-way', async () => {
    let isHalfWay = false
    const { api, told } = await serve((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.write('{', () => {
        isHalfWay = true
      })
    })
    const pass = ruleTime(new HandTime())
    const over = vi.fn<(error: ApiError) => void>()
    const asking = failure(api.waiting.customerWaiting(ticketOf().tuid)).then(over)
    await expect.poll(() => isHalfWay).toBe(true)
    await pass(4_900)
    expect(over).not.toHaveBeenCalled()
    await pass(100)
    await asking
    expect(over).toHaveBeenCalledWith(expect.objectContaining({ code: 'timeout', isUncertain: true }))
    expect(told).toEqual(['unreached'])
  })

  it('is asked once: who asks decides whether to ask again', async () => {
    const { api, asked } = await serve((_request, response) => problem(response, 503, 'unavailable'))
    await failure(api.tickets.active())
    expect(asked).toHaveLength(1)
  })

  it('an aborted one is no failure of the network', async () => {
    const { api, told } = await serve(() => undefined)
    const controller = new AbortController()
    const asking = api.tickets.history(1, controller.signal)
    setTimeout(() => controller.abort(), 50)
    await expect(asking).rejects.toMatchObject({ name: 'AbortError' })
    expect(told).toEqual([])
  })
})

describe('the resources', () => {
  it('ask at the addresses of the specification', async () => {
    const { api, asked } = await serve((_request, response) => problem(response, 404, 'not-found'))
    const tuid = ticketOf().tuid
    const questions: Promise<unknown>[] = []
    for (const ask of [
      () => api.offices.list(),
      () => api.offices.state('a/../b'),
      () => api.offices.lineInfo(7),
      () => api.offices.lineCategories(4),
      () => api.offices.lineCategoryGeo(5),
      () => api.forms.ofTicket(3, 7),
      () => api.tickets.history(2),
      () => api.tickets.one(tuid),
      () => api.tickets.take(3, { line_id: 7, request_id: tuid }),
      () => api.turns.giveUp(tuid),
      () => api.turns.letPass(tuid, 3),
      () => api.turns.onMyWay(tuid),
      () => api.waiting.customerWaiting(tuid),
      () => api.waiting.attention(tuid, 'ticket'),
      () => api.login.session(),
      () => api.login.end(tuid),
      () => api.login.captcha(),
      () => api.login.makeHandover(),
      () => api.login.redeemHandover('ABCDE-12345'),
      () => api.preferences.read(),
      () => api.push.key(),
      () => api.push.end(tuid),
      () => api.push.check('0'.repeat(64)),
      () => api.push.test('0'.repeat(64)),
      () => api.push.delivery(tuid),
      () => api.flags.list(),
    ]) {
      questions.push(failure(ask()))
      await Promise.all(questions)
    }
    expect(asked.map(({ method, url }) => `${method} ${url.replaceAll(tuid, '{tuid}')}`)).toEqual([
      'GET /api/v3/offices/web',
      'GET /api/v1/state/a%2F..%2Fb',
      'GET /api/v1/lines/7/info',
      'GET /api/v3/organizations/4/line_categories',
      'GET /api/v3/line_categories/5/geo',
      'GET /api/v1/offices/3/lines/7/forms?ticket=true',
      'GET /api/v1/tickets?status=history&page=2',
      'GET /api/v1/user/v2/tickets/{tuid}',
      'POST /api/v1/offices/3/tickets/new',
      'POST /services/turns/tickets/{tuid}/give-up',
      'POST /services/turns/tickets/{tuid}/pass',
      'POST /services/turns/tickets/{tuid}/on-my-way',
      'GET /services/wait/customerwaiting?tuid={tuid}',
      'GET /services/attention/check?id={tuid}&type=ticket',
      'GET /services/login/session',
      'DELETE /services/login/session?subscription_id={tuid}',
      'GET /services/login/captcha',
      'POST /services/login/handover',
      'POST /services/login/handover/redeem',
      'GET /services/users/v2/preferences?site=web',
      'GET /services/push/key',
      'DELETE /services/push/subscriptions/{tuid}',
      'POST /services/push/subscriptions/check',
      'POST /services/push/test',
      'GET /services/push/deliveries/{tuid}',
      'GET /services/flags',
    ])
    expect(asked.find(({ url }) => url.endsWith('/pass'))?.body).toEqual({ places: 3 })
  })

  it('a session that is not there is null, and no failure', async () => {
    const { api } = await serve((_request, response) => void response.writeHead(204).end())
    expect(await api.login.session()).toBeNull()
  })
})
