import { randomUUID } from 'node:crypto'
import { afterEach, expect, it } from 'vitest'
import { openDatabase } from '#server/database/open-database.ts'
import { onPostgres } from '#tests/support/databases.ts'
import { freePort } from '#tests/support/free-port.ts'
import { startPushService } from '#tests/support/push-service.ts'
import { solveCaptcha } from '#tests/support/solve-captcha.ts'
import { type SpawnedServer, spawnServer } from '#tests/support/spawn-server.ts'
import { type CollectedSpan, startTraceCollector } from '#tests/support/trace-collector.ts'
import { waitFor } from '#tests/support/wait-for.ts'
import { officeClient } from './office-client.ts'
import { SEEDED_SETTINGS, seedOffice } from './seeded-office.ts'
import { takeByChannel } from './take-by-channel.ts'

const NAME = 'Hortensia'
const DOCUMENT = '12345678-5'
const PERSON = {
  name: NAME,
  last_name: 'Canaria',
  email: 'hortensia@canaria.example',
  phone: '+56912345678',
  rut: DOCUMENT,
}
const [SERVER, CONSUMER] = [2, 5]
/** A server that goes gives its last ones a second alone. */
const AT_ONCE = { OTEL_BSP_SCHEDULE_DELAY: '50' }
/** Says which modules of the tracer are read. */
const WATCHED: [string, ...string[]] = [
  process.execPath,
  '--import',
  `data:text/javascript,${encodeURIComponent(
    `import { registerHooks } from 'node:module'
     registerHooks({ resolve(name, context, next) {
       const found = next(name, context)
       if (found.url.includes('/@opentelemetry/') && !found.url.includes('/api/')) console.error('READ', found.url)
       return found
     } })`,
  )}`,
  'server/main.ts',
]

onPostgres('traces', freshUrl => {
  const closing: (() => Promise<unknown> | undefined)[] = []
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close()
  })

  async function start(more: Record<string, string>, command?: [string, ...string[]]) {
    const service = await startPushService()
    closing.push(() => service.stop())
    const DATABASE_URL = await freshUrl()
    const database = await openDatabase({ dataDirectory: ':memory:', databaseUrl: DATABASE_URL })
    const office = await seedOffice(database, { lines: 2, people: 4 })
    await database.close()
    const settings = { ...SEEDED_SETTINGS, NUMERITO_PUSH_HOSTS: service.origin, DATABASE_URL }
    const server: SpawnedServer = await spawnServer({ ...settings, ...more }, command)
    closing.push(() => server.end())
    return { office, service, server, client: officeClient(server.origin, office) }
  }

  it('tell of a number and of a call with its push, by route, and of nobody', async () => {
    const collector = await startTraceCollector()
    closing.push(() => collector.close())
    const settings = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint, NUMERITO_LOG: 'info', ...AT_ONCE }
    const { office, service, server, client } = await start(settings)
    const [line_id = 0, second = 0] = office.lines
    const [owner = expect.fail('nobody'), other = owner] = office.people
    const { subscription } = service.createSubscription(await client.pushKey())
    await client.subscribe(owner, subscription)
    const request_id = randomUUID()
    const { tuid } = await client.take(owner, line_id, request_id)
    const byChannel = await takeByChannel(server.origin, office, other, second, NAME)
    await client.ticket(owner, tuid)
    await client.callNext(line_id)
    await service.waitForPush(push => push.topic === tuid.replaceAll('-', ''))
    // What whoever asks may write anywhere.
    const captcha = await (await client.ask('login', '/captcha', '')).json()
    const became = await client.ask('login', '/temporaryV2', '', {
      ...PERSON,
      captchaToken: await solveCaptcha(captcha),
      sessionId: randomUUID(),
    })
    const refused = await client.ask('v1', `/user/v2/tickets/${DOCUMENT}?name=${NAME}`, owner.token)
    const nowhere = await client.ask('v1', `/${NAME}/${DOCUMENT}`, owner.token)
    await fetch(`${server.origin}/readyz`)
    expect([became.status, refused.status, nowhere.status]).toEqual([200, 400, 404])
    await waitFor('the call’s push, and what was asked for last', () => {
      const told = collector.spans().map(({ name }) => name)
      return told.includes('job push-call') && told.includes('GET /api/v1/user/v2/tickets/:id')
    })
    expect(await server.end('SIGTERM')).toBe(0)

    const spans = collector.spans()
    expect(collector.strange()).toEqual([])
    const named = (name: string) =>
      spans.find(span => span.name === name) ??
      expect.fail(`no ${name} in ${spans.map(span => span.name).join(', ')}`)
    const partsOf = ({ traceId, spanId }: CollectedSpan) =>
      spans.filter(span => span.traceId === traceId && span.parentSpanId === spanId)
    const taken = named('POST /api/v1/offices/:id/tickets/new')
    expect([taken.kind, taken.parentSpanId, taken.attributes]).toEqual([
      SERVER,
      undefined,
      expect.objectContaining({
        'http.response.status_code': 201,
        'numerito.request_id': expect.any(String),
      }),
    ])
    const round = partsOf(taken).find(({ name }) => name === 'round') ?? expect.fail('no round')
    expect(round.attributes).toEqual({ 'numerito.round': 'numbers', 'numerito.round.size': 1 })
    expect(partsOf(round).map(({ attributes }) => attributes)).toContainEqual({
      'db.system.name': 'postgresql',
      'numerito.lane': 'actors',
      'db.operation.name': expect.stringMatching(/^(transaction|statement)$/),
      'db.operation.batch.size': expect.any(Number),
    })
    for (const name of ['channel office join', 'channel office ticket:new', 'channel office other'])
      expect(named(name).kind).toBe(SERVER)
    expect(partsOf(named('channel office ticket:new')).map(({ name }) => name)).toContain('round')
    expect(partsOf(named('POST /services/desk/offices/:id/call')).map(({ name }) => name)).toContain('round')
    const job = named('job push-call')
    expect([job.kind, job.attributes['numerito.job.attempts']]).toEqual([CONSUMER, 1])
    const push = partsOf(job).find(({ name }) => name === 'push') ?? expect.fail('no push')
    expect(push.attributes).toEqual({
      'server.address': '127.0.0.1',
      'numerito.push.kind': 'call',
      'numerito.push.urgency': 'high',
      'numerito.push.outcome': 'accepted',
      'http.response.status_code': 201,
    })
    expect(named('GET /api/v1/user/v2/tickets/:id').attributes).toMatchObject({
      'http.route': '/api/v1/user/v2/tickets/:id',
      'http.request.method': 'GET',
    })
    expect(spans.map(({ name }) => name)).not.toContain('GET /readyz')

    // A line of the log leads to its trace.
    const lines = server
      .output()
      .split('\n')
      .filter(line => line.startsWith('{'))
    const answered = lines
      .map(line => JSON.parse(line))
      .find(line => line.reqId === taken.attributes['numerito.request_id'])
    expect(answered).toMatchObject({ msg: 'answered', trace_id: taken.traceId })

    const endpoint = new URL(subscription.endpoint)
    const canaries = [
      NAME,
      'Canaria',
      'canaria',
      '56912345678',
      DOCUMENT,
      '12345678',
      tuid,
      byChannel.tuid,
      request_id,
      office.clerk,
      office.slug,
      endpoint.pathname,
      subscription.keys.auth,
      SEEDED_SETTINGS.NUMERITO_SECRET,
      ...office.people.flatMap(({ token, user_id }) => [token, user_id]),
    ]
    for (const canary of canaries) expect(collector.heard()).not.toContain(canary)
  })

  it('[KEEP-06] cost nobody anything where the collector hangs or is away, and are left behind by a server that goes', async () => {
    const hanging = await startTraceCollector({ hangs: true })
    closing.push(() => hanging.close())
    const away = `http://127.0.0.1:${await freePort()}`
    for (const endpoint of [hanging.endpoint, away]) {
      const settings = { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_BSP_SCHEDULE_DELAY: '50' }
      const { office, server, client } = await start(settings)
      const [line_id = 0] = office.lines
      for (const person of office.people) await client.take(person, line_id, randomUUID())
      if (endpoint === away)
        await waitFor(
          'it to be said',
          () => server.output().includes('the collector of traces takes none'),
          30_000,
        )
      else await waitFor('a post', () => hanging.posts() > 0)
      await client.callNext(line_id)
      expect((await fetch(`${server.origin}/readyz`)).status).toBe(200)
      expect(await server.end('SIGTERM')).toBe(0)
      expect(server.output()).not.toContain('ends after a fault')
    }
  })

  it('are of a part of what goes on, where a part is wished', async () => {
    const collector = await startTraceCollector()
    closing.push(() => collector.close())
    const settings = { OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.endpoint}/`, OTEL_TRACES_SAMPLER_ARG: '0' }
    const { office, server, client } = await start({ ...settings, ...AT_ONCE })
    const [line_id = 0] = office.lines
    for (const person of office.people) await client.take(person, line_id, randomUUID())
    expect(await server.end('SIGTERM')).toBe(0)
    expect(collector.posts()).toBe(0)
  })

  it('read nothing of the tracer where nobody collects them', async () => {
    const collector = await startTraceCollector()
    closing.push(() => collector.close())
    const without = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: '' }, WATCHED)
    expect(without.server.output()).not.toContain('READ')
    const one = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint }, WATCHED)
    expect(one.server.output()).toContain('READ')
  })
})
