import { afterEach, beforeAll, expect, it } from 'vitest'
import { WEBHOOK_FORMER_SECRET_MS, WEBHOOK_GIVEN_UP_MS, WEBHOOKS_MAX } from '#contract/limits.ts'
import type { Webhook, WebhookSecret, WebhookTopic } from '#contract/rest/webhooks.ts'
import type { Database } from '#server/database/database.ts'
import { startSession } from '#server/identity/start-session.ts'
import { JOB_ATTEMPTS_MAX } from '#server/jobs/run-jobs.ts'
import { systemRandom } from '#server/platform/random.ts'
import { callNext } from '#server/queue/call/call-next.ts'
import { freezeLine } from '#server/queue/desk/freeze-line.ts'
import { markAbsent } from '#server/queue/desk/mark-absent.ts'
import { markAttended } from '#server/queue/desk/mark-attended.ts'
import { issuePaperNumber } from '#server/queue/take/issue-paper-number.ts'
import { takeTicket } from '#server/queue/take/take-ticket.ts'
import { createProtection, SECRET_BYTES } from '#server/secrets/protection.ts'
import { createPostWebhook, type PostWebhook } from '#server/webhooks/post-webhook.ts'
import { tellWebhooks } from '#server/webhooks/tell-webhook.ts'
import { arrangeTelling } from '#server/webhooks/telling-jobs.ts'
import { eachDatabase } from '#tests/support/databases.ts'
import { MovingClock } from '#tests/support/moving-clock.ts'
import { NOON, queueOffice } from '#tests/support/queue-office.ts'
import { startTestServer, type TestServer, type TestServerOptions } from '#tests/support/server.ts'
import { waitFor } from '#tests/support/wait-for.ts'
import { isSignedBy, startWebhookReceiver } from '#tests/support/webhook-receiver.ts'

const OWN_MACHINE = ['127.0.0.0/8']
const HOUR_MS = 3_600_000
const closing: (() => Promise<unknown>)[] = []

eachDatabase('webhooks', open => {
  let database: Database
  beforeAll(async () => {
    database = await open()
  })
  afterEach(async () => {
    for (const close of closing.splice(0).reverse()) await close()
    await database.db.deleteFrom('webhooks').execute()
    await database.db.deleteFrom('jobs').execute()
  })

  async function serve(options: TestServerOptions = {}): Promise<TestServer> {
    const settings = { webhookNetworks: OWN_MACHINE, ...options.settings }
    const server = await startTestServer({
      database,
      clock: new MovingClock(NOON, HOUR_MS),
      ...options,
      settings,
    })
    closing.push(() => server.close())
    return server
  }

  async function receive() {
    const receiver = await startWebhookReceiver()
    closing.push(() => receiver.stop())
    return receiver
  }

  /** An office with a line and a desk, and somebody who answers for it. */
  async function opened(server: TestServer) {
    const office = await queueOffice(database)
    const { office_id } = office
    const desk = await office.clerk('Caja 4')
    const somebody = async (role: 'clerk' | 'supervisor') => {
      const { id: clerk_id } = await database.db
        .insertInto('clerks')
        .values({ user_name: systemRandom.uuid(), name: 'Berta' })
        .returning('id')
        .executeTakeFirstOrThrow()
      await database.db.insertInto('clerk_offices').values({ clerk_id, office_id, role }).execute()
      return clerk_id
    }
    const supervisor_id = await somebody('supervisor')
    /** A session of a moment ago: days pass here. */
    const tokenOf = async (clerk_id: number) =>
      (await startSession({ ...office.context, clock: server.clock }, database.db, { clerk_id })).token
    const path = `/offices/${office_id}/webhooks`
    const ask = async (below: string, body?: unknown, as = supervisor_id) =>
      server.ask('desk', path + below, { token: await tokenOf(as), method: 'POST', body })
    const listed = async (response?: Response) => {
      const answer = response ?? (await server.ask('desk', path, { token: await tokenOf(supervisor_id) }))
      expect(answer.status).toBe(200)
      return ((await answer.json()) as { webhooks: Webhook[] }).webhooks
    }
    async function told(url: string, topics: WebhookTopic[]): Promise<WebhookSecret> {
      const made = await ask('', { url, topics })
      expect(made.status).toBe(201)
      return (await made.json()) as WebhookSecret
    }
    const line_id = await office.line()
    return {
      ...office,
      desk,
      line_id,
      supervisor_id,
      somebody,
      ask,
      listed,
      /** A webhook to there. */
      told,
      only: async () => (await listed())[0] ?? expect.fail('there is no webhook'),
      give: () => issuePaperNumber(server.queue, { office_id, line_id }),
      call: () => callNext(server.queue, { ...desk, line_ids: [] }),
    }
  }

  const codeOf = async (response: Response) => [
    response.status,
    ((await response.json()) as { code: string }).code,
  ]

  it('[ADMIN-01] a supervisor makes, sees and removes those of their own office, and their secret is told once', async () => {
    const server = await serve()
    const office = await opened(server)
    const elsewhere = await opened(server)
    const wish = { url: 'https://avisos.example/numerito', topics: ['called'] }
    const clerk = await office.somebody('clerk')
    expect(await codeOf(await office.ask('', wish, clerk))).toEqual([403, 'supervisors-only'])
    const stranger = elsewhere.supervisor_id
    expect(await codeOf(await office.ask('', wish, stranger))).toEqual([404, 'not-found'])
    const { id, secret } = await office.told(wish.url, ['called'])
    expect(await office.listed()).toMatchObject([
      { ...wish, id, state: 'delivering', failing_since: null, last_answer: null },
    ])
    // At no office but its own: by its id neither.
    expect(await elsewhere.listed()).toEqual([])
    for (const verb of ['test', 'resume', 'remove', 'secret'])
      expect(await codeOf(await elsewhere.ask(`/${id}/${verb}`))).toEqual([404, 'not-found'])
    const kept = await database.db.selectFrom('webhooks').selectAll().where('id', '=', id).execute()
    const rows = JSON.stringify(kept) + String(Buffer.from(kept[0]?.secret ?? []).toString('latin1'))
    for (const text of [rows, server.logged.join(''), JSON.stringify(await office.listed())])
      expect(text).not.toContain(secret.slice('whsec_'.length))
    expect((await office.ask(`/${id}/secret`)).status).toBe(201)
    for (const verb of ['test', 'resume']) await office.listed(await office.ask(`/${id}/${verb}`))
    expect(await office.listed(await office.ask(`/${id}/remove`))).toEqual([])
    const acts = await database.db
      .selectFrom('desk_acts')
      .select(['act', 'detail'])
      .where('clerk_id', '=', office.supervisor_id)
      .orderBy('id')
      .execute()
    const done = ['made', 'secret-renewed', 'tested', 'resumed', 'removed']
    expect(acts).toEqual(done.map(act => ({ act: `webhook-${act}`, detail: { device: 'avisos.example' } })))
  })

  it('lead to no private network that the operator did not name, and nowhere in clear', async () => {
    const server = await serve({ settings: { webhookNetworks: [] } })
    const office = await opened(server)
    const { port } = server.app.server.address() as { port: number }
    for (const url of [
      'http://avisos.example/',
      `https://127.0.0.1:${port}/`,
      'https://[::1]/',
      'https://169.254.169.254/latest/meta-data',
      'https://2852039166/',
      'https://10.0.0.7/',
    ])
      expect(await codeOf(await office.ask('', { url, topics: ['called'] })), url).toEqual([
        400,
        'webhook-address-refused',
      ])
    for (const url of ['ftp://avisos.example/', 'https://ana:clave@avisos.example/', 'nowhere', ''])
      expect(await codeOf(await office.ask('', { url, topics: ['called'] })), url).toEqual([
        400,
        'bad-request',
      ])
    // A name says nothing of where it leads: that is looked at when it is posted there.
    const { id } = await office.told(`https://localhost:${port}/`, ['called'])
    expect(await office.listed(await office.ask(`/${id}/test`))).toMatchObject([
      { last_answer: 'address-refused', last_answer_at: NOON.toISOString() },
    ])
  })

  it('an office has no more of them than it may, however many are made in one moment', async () => {
    const server = await serve()
    const office = await opened(server)
    const wish = { url: 'https://avisos.example/', topics: ['called'] }
    const made = await Promise.all(Array.from({ length: WEBHOOKS_MAX + 2 }, () => office.ask('', wish)))
    expect(made.map(({ status }) => status).filter(status => status === 409)).toHaveLength(2)
    expect(await office.listed()).toHaveLength(WEBHOOKS_MAX)
  })

  it('are told the facts of their topics in the order of the log, signed, and nothing of anybody', async () => {
    const server = await serve()
    const [office, receiver] = [await opened(server), await receive()]
    const { line_id, office_id } = office
    await office.give()
    const { secret } = await office.told(receiver.url, ['taken', 'called', 'attended', 'lines'])
    const { user_id } = await server.signInTemporary({ name: 'Canela Quetzal' })
    const request_id = systemRandom.uuid()
    const { tuid } = await takeTicket(server.queue, { office: { office_id }, line_id, user_id, request_id })
    await office.call()
    await markAbsent(server.queue, office.desk)
    await office.call()
    await markAttended(server.queue, office.desk)
    await freezeLine(server.queue, { office_id, line_id, frozen: true })
    await receiver.heard(5)
    const facts = await office.facts()
    // What happened before it was made, and who did not come, it was not told.
    expect(receiver.told.map(({ type, data }) => [type, data.seq])).toEqual(
      facts
        .slice(1)
        .filter(({ kind }) => kind !== 'ticket:skipped')
        .map(({ kind, seq }) => [kind.replace(':', '.'), Number(seq)]),
    )
    expect(receiver.told[3]).toMatchObject({
      type: 'ticket.attended',
      id: `fact_${office_id}_${facts[5]?.seq}`,
      timestamp: Math.floor(NOON.getTime() / 1_000),
      data: { officeSlug: office.slug, line_id, ticket: 'A002', at: NOON.toISOString() },
    })
    expect(receiver.told[1]?.data).toMatchObject({ ticket: 'A001', modulo: 'Caja 4', waiting: 1 })
    for (const one of receiver.told) {
      expect(isSignedBy(secret, one)).toBe(true)
      for (const trace of ['Canela', user_id, tuid, 'Berta', 'Ana']) expect(one.body).not.toContain(trace)
    }
    await waitFor('it is told as far as the log reaches', async () => {
      const row = await database.db.selectFrom('webhooks').select('told_seq').executeTakeFirstOrThrow()
      return Number(row.told_seq) === Number(facts.at(-1)?.seq)
    })
    const metrics = await (await fetch(`${server.origin}/metrics`)).text()
    expect(metrics).toContain('numerito_webhooks_total{outcome="taken"} 5')
  })

  it('of which an office has none, cost its facts nothing', async () => {
    const server = await serve()
    const [office, quiet, receiver] = [await opened(server), await opened(server), await receive()]
    await office.told(receiver.url, ['taken'])
    await quiet.give()
    await office.give()
    await receiver.heard(1)
    const jobs = await database.db
      .selectFrom('jobs')
      .select('id')
      .where('kind', '=', 'tell-webhook')
      .execute()
    expect(jobs.length).toBeLessThanOrEqual(1)
    expect(receiver.told.map(({ data }) => data.officeSlug)).toEqual([office.slug])
  })

  it('are told again what they did not take, later each time, and until then nothing that came after', async () => {
    const server = await serve()
    const [office, receiver] = [await opened(server), await receive()]
    receiver.answerWith(500)
    const { secret } = await office.told(receiver.url, ['taken'])
    await office.give()
    await receiver.heard(1)
    await office.give()
    await waitFor('that is known', async () => (await office.only()).state === 'failing')
    expect(await office.only()).toMatchObject({ last_answer: '500', failing_since: NOON.toISOString() })
    const due = async () => {
      const job = await database.db
        .selectFrom('jobs')
        .select('run_at')
        .where('kind', '=', 'tell-webhook')
        .where('locked_until', 'is', null)
        .executeTakeFirst()
      return job && job.run_at.getTime() - server.clock.agreed().getTime()
    }
    for (const [nth, pause] of [5_000, 10_000, 20_000].entries()) {
      await waitFor('the next attempt is arranged', async () => (await due()) === pause)
      server.clock.advance(pause)
      await receiver.heard(nth + 2)
    }
    receiver.answerWith(204)
    await waitFor('the next attempt is arranged', async () => (await due()) === 40_000)
    server.clock.advance(40_000)
    await receiver.heard(6)
    const [first, ...again] = receiver.told
    expect(receiver.told.map(({ data }) => data.ticket)).toEqual([
      'A001',
      'A001',
      'A001',
      'A001',
      'A001',
      'A002',
    ])
    expect(new Set(receiver.told.slice(0, 5).map(({ id }) => id)).size).toBe(1)
    expect(again[3]?.timestamp).toBe((first?.timestamp ?? 0) + 75)
    expect(receiver.told.every(one => isSignedBy(secret, one))).toBe(true)
    await waitFor('it goes on', async () => (await office.only()).state === 'delivering')
  })

  it('lose nothing of what happens while no server runs, and what one died over comes again with its name', async () => {
    const [first, receiver] = [await serve(), await receive()]
    const office = await opened(first)
    const { id } = await office.told(receiver.url, ['taken'])
    await first.close()
    const { office_id, line_id, context } = office
    for (let nth = 0; nth < 3; nth += 1) await issuePaperNumber(context, { office_id, line_id })
    const post = createPostWebhook({ networks: OWN_MACHINE })
    const dying = tellWebhooks({
      ...context,
      protection: createProtection(new Uint8Array(SECRET_BYTES).fill(7)),
      networks: OWN_MACHINE,
      count: () => undefined,
      async post(told) {
        await post(told)
        throw new Error('the server died')
      },
    })
    const job = { id: 1, kind: 'tell-webhook', key: id, attempts: 1, run_at: NOON, locked_until: NOON }
    await expect(dying['tell-webhook']({ webhook_id: id }, job)).rejects.toThrow('died')
    await serve()
    await receiver.heard(4)
    expect(receiver.told.map(({ data }) => data.ticket)).toEqual(['A001', 'A001', 'A002', 'A003'])
    expect(receiver.told[0]?.id).toBe(receiver.told[1]?.id)
  })

  it('over whose job servers died until it was given up are told all the same, and one that is off costs nothing', async () => {
    const [first, receiver, other] = [await serve(), await receive(), await receive()]
    const office = await opened(first)
    const { id } = await office.told(receiver.url, ['taken'])
    const { id: off } = await office.told(other.url, ['taken'])
    await first.close()
    const { office_id, line_id, context } = office
    await database.db.updateTable('webhooks').set({ off_at: NOON }).where('id', '=', off).execute()
    await issuePaperNumber(context, { office_id, line_id })
    await arrangeTelling(database, NOON)
    const jobs = () =>
      database.db.selectFrom('jobs').select('key').where('kind', '=', 'tell-webhook').execute()
    expect(await jobs()).toEqual([{ key: id }])
    const putAside = (failing_since: Date | null) =>
      database.db
        .updateTable('jobs')
        .set({ attempts: JOB_ATTEMPTS_MAX, failing_since })
        .where('key', '=', id)
        .execute()
    await putAside(NOON)
    await arrangeTelling(database, NOON)
    const asked = await database.db.selectFrom('jobs').selectAll().where('key', '=', id).execute()
    expect(asked).toMatchObject([{ attempts: 0, failing_since: null }])
    await putAside(null)
    await serve()
    await receiver.heard(1)
    expect(other.told).toEqual([])
  })

  it('are told nothing more by a server that was thought dead, and comes back', async () => {
    const server = await serve()
    const office = await opened(server)
    const { id } = await office.told('https://avisos.example/', ['taken'])
    await server.close()
    const { office_id, line_id, context } = office
    for (let nth = 0; nth < 2; nth += 1) await issuePaperNumber(context, { office_id, line_id })
    const told: string[] = []
    const answered = { kind: 'answered', status: 204, waitMs: 0 } as const
    const teller = (post: PostWebhook) =>
      tellWebhooks({
        ...context,
        protection: createProtection(new Uint8Array(SECRET_BYTES).fill(7)),
        networks: [],
        count: () => undefined,
        post,
      })['tell-webhook']
    const job = { id: 1, kind: 'tell-webhook', key: id, attempts: 1, run_at: NOON, locked_until: NOON }
    const note = async (by: string, body: string) =>
      told.push(`${by} ${(JSON.parse(body) as { data: { ticket: string } }).data.ticket}`)
    const other = teller(async ({ body }) => {
      await note('other', body)
      return answered
    })
    const late = teller(async ({ body }) => {
      await note('late', body)
      if (told.length === 1) await other({ webhook_id: id }, job)
      return answered
    })
    await late({ webhook_id: id }, job)
    expect(told).toEqual(['late A001', 'other A001', 'other A002'])
    const row = await database.db.selectFrom('webhooks').select('told_seq').executeTakeFirstOrThrow()
    expect(Number(row.told_seq)).toBe(2)
  })

  it('are told each fact once, in order, by however many servers', async () => {
    const [one, other, receiver] = [await serve(), await serve(), await receive()]
    const office = await opened(one)
    await office.told(receiver.url, ['taken'])
    const { office_id, line_id } = office
    for (let nth = 0; nth < 12; nth += 1)
      await Promise.all([one, other].map(({ queue }) => issuePaperNumber(queue, { office_id, line_id })))
    await receiver.heard(24)
    const seqs = (await office.facts()).map(({ seq }) => Number(seq))
    expect(receiver.told.map(({ data }) => data.seq)).toEqual(seqs)
  })

  it('that hang, or are gone, keep no other waiting', async () => {
    const server = await serve()
    const office = await opened(server)
    const [hanging, well] = [await receive(), await receive()]
    hanging.answerWith(() => undefined)
    await office.told(hanging.url, ['taken'])
    await office.told(well.url, ['taken'])
    await office.give()
    await hanging.heard(1)
    for (let nth = 0; nth < 3; nth += 1) await office.give()
    await well.heard(4)
    expect(hanging.told).toHaveLength(1)
    const failing = await waitFor('that is known', async () =>
      (await office.listed()).find(({ state }) => state === 'failing'),
    )
    expect(failing).toMatchObject({ url: hanging.url, last_answer: 'timeout' })
  })

  it('are given up after a day and a half in vain, can be tried, and go on with what happens from then on', async () => {
    const server = await serve()
    const [office, receiver] = [await opened(server), await receive()]
    receiver.answerWith(404)
    const { id } = await office.told(receiver.url, ['taken'])
    await office.give()
    await waitFor('it fails', async () => (await office.only()).state === 'failing')
    server.clock.advance(WEBHOOK_GIVEN_UP_MS - HOUR_MS)
    await receiver.heard(2)
    expect((await office.only()).state).toBe('failing')
    await waitFor(
      'it is tried again',
      async () => (await office.only()).last_answer_at !== NOON.toISOString(),
    )
    server.clock.advance(HOUR_MS)
    await waitFor('it is given up', async () => (await office.only()).state === 'off')
    const metrics = await (await fetch(`${server.origin}/metrics`)).text()
    expect(metrics).toContain('numerito_webhooks_total{outcome="given-up"} 1')
    await office.give()
    receiver.answerWith(200)
    const [tried] = await office.listed(await office.ask(`/${id}/test`))
    expect(tried).toMatchObject({ state: 'off', last_answer: '200' })
    expect(receiver.told.at(-1)).toMatchObject({ type: 'webhook.test', data: { officeSlug: office.slug } })
    const [resumed] = await office.listed(await office.ask(`/${id}/resume`))
    expect(resumed).toMatchObject({ state: 'delivering', failing_since: null })
    const before = receiver.told.length
    await office.give()
    await receiver.heard(before + 1)
    const newest = async () => Number((await office.facts()).at(-1)?.seq)
    expect(receiver.told.slice(before).map(({ data }) => data.seq)).toEqual([await newest()])
    // Pressed again where it goes on, it skips nothing.
    receiver.answerWith(500)
    await office.give()
    await waitFor('it fails', async () => (await office.only()).state === 'failing')
    receiver.answerWith(200)
    await office.ask(`/${id}/resume`)
    await office.ask(`/${id}/test`)
    const missed = await newest()
    await waitFor('what it missed is told', () => receiver.told.filter(({ data }) => data.seq === missed)[1])
  })

  it('are off at once where the receiver says that it is gone for good', async () => {
    const server = await serve()
    const [office, receiver] = [await opened(server), await receive()]
    receiver.answerWith(410)
    await office.told(receiver.url, ['taken'])
    await office.give()
    await waitFor('it is off', async () => (await office.only()).state === 'off')
    expect((await office.only()).last_answer).toBe('410')
  })

  it('are tried at once, where a trial was taken', async () => {
    const server = await serve()
    const [office, receiver] = [await opened(server), await receive()]
    receiver.answerWith(503)
    const { id } = await office.told(receiver.url, ['taken'])
    await office.give()
    await waitFor('it fails', async () => (await office.only()).state === 'failing')
    receiver.answerWith(200)
    await waitFor('it is told', async () => {
      await office.ask(`/${id}/test`)
      return (await office.only()).state === 'delivering'
    })
  })

  it('are signed by the secret before beside the new one for a day, and then by the new one alone', async () => {
    const server = await serve()
    const [office, receiver] = [await opened(server), await receive()]
    const { id, secret } = await office.told(receiver.url, ['taken'])
    const renewed = await office.ask(`/${id}/secret`)
    expect(renewed.status).toBe(201)
    const { secret: next } = (await renewed.json()) as WebhookSecret
    expect(next).not.toBe(secret)
    await office.give()
    await receiver.heard(1)
    expect((await office.only()).former_until).toBe(
      new Date(NOON.getTime() + WEBHOOK_FORMER_SECRET_MS).toISOString(),
    )
    server.clock.advance(WEBHOOK_FORMER_SECRET_MS)
    await office.give()
    await receiver.heard(2)
    expect(receiver.told.map(one => [isSignedBy(secret, one), isSignedBy(next, one)])).toEqual([
      [true, true],
      [false, true],
    ])
    expect((await office.only()).former_until).toBeNull()
  })

  it('whose secret is changed again within the day are signed by the one that the receiver has until the day that was told', async () => {
    const server = await serve()
    const [office, receiver] = [await opened(server), await receive()]
    const { id, secret } = await office.told(receiver.url, ['taken'])
    const renew = async () => ((await (await office.ask(`/${id}/secret`)).json()) as WebhookSecret).secret
    const signedBy = async (...secrets: string[]) => {
      const before = receiver.told.length
      await office.give()
      await receiver.heard(before + 1)
      return secrets.map(one => isSignedBy(one, receiver.told[before] ?? expect.fail('nothing was told')))
    }
    const lost = await renew()
    server.clock.advance(HOUR_MS)
    const next = await renew()
    expect(await signedBy(secret, lost, next)).toEqual([true, false, true])
    const until = new Date(NOON.getTime() + WEBHOOK_FORMER_SECRET_MS).toISOString()
    expect((await office.only()).former_until).toBe(until)
    server.clock.advance(WEBHOOK_FORMER_SECRET_MS - HOUR_MS)
    expect(await signedBy(secret, lost, next)).toEqual([false, false, true])
    // The day is over: what is changed now has a day of its own.
    const last = await renew()
    expect(await signedBy(secret, next, last)).toEqual([false, true, true])
    server.clock.advance(WEBHOOK_FORMER_SECRET_MS - 1)
    expect(await signedBy(next, last)).toEqual([true, true])
  })

  it('that are removed while they are told hear nothing more', async () => {
    const server = await serve()
    const [office, receiver] = [await opened(server), await receive()]
    let answer: () => void = () => undefined
    receiver.answerWith((_request, response) => {
      answer = () => void response.writeHead(204).end()
    })
    const { id } = await office.told(receiver.url, ['taken'])
    await office.give()
    await office.give()
    await receiver.heard(1)
    expect(await office.listed(await office.ask(`/${id}/remove`))).toEqual([])
    answer()
    await waitFor('its job is over', async () => {
      const jobs = await database.db.selectFrom('jobs').select('id').where('key', '=', id).execute()
      return jobs.length === 0
    })
    expect(receiver.told).toHaveLength(1)
  })
})
