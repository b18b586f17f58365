import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { TEMPORARY_PERSON_KEPT_MS } from '#contract/limits.ts'
import type { Session } from '#contract/rest/login.ts'
import type { AcceptedPolicy, Policy } from '#contract/rest/policies.ts'
import { forgetTemporaryPeople } from '#server/identity/forget-temporary-people.ts'
import { loadOffices } from '#server/offices/load/load-offices.ts'
import type { Others } from '#server/offices/load/unnamed.ts'
import { ownPolicy } from '#server/policies/own-policy.ts'
import { eachDatabase } from '#tests/support/databases.ts'
import { PERSON, startTestServer, type TestServer } from '#tests/support/server.ts'
import { type Bendable, sampleFile } from '../unit/offices/sample-file.ts'

const texts = (words: string) => ({ es: `${words} (es)`, en: `${words} (en)`, pt: `${words} (pt)` })

eachDatabase('policies', open => {
  let server: TestServer
  beforeAll(async () => {
    server = await startTestServer({ database: await open() })
  })
  afterAll(() => server.close())

  const load = (change: (file: Bendable) => void, others: Others = 'retire') => {
    const file = sampleFile()
    change(file)
    const sources = [{ file: 'offices.json', text: JSON.stringify(file) }]
    return loadOffices({ database: server.database, clock: server.clock }, sources, others)
  }
  const read = async <Answer>(response: Promise<Response>) => (await (await response).json()) as Answer
  async function policyOf(slug: string): Promise<Policy> {
    const { db } = server.database
    const { id } = await db
      .selectFrom('offices')
      .select('id')
      .where('slug', '=', slug)
      .executeTakeFirstOrThrow()
    return await read<Policy>(server.ask('v1', `/offices/${id}/policy`))
  }
  const accepted = (token: string) => read<AcceptedPolicy[]>(server.ask('users', '/policies', { token }))
  const accept = (token: string, version: string) =>
    server.ask('users', '/policies', { token, body: { version } })

  it('[FORM-04] an office’s own policy holds there, the file’s elsewhere, and ours where neither is', async () => {
    await load(() => {})
    expect(await policyOf('notaria-uno')).toEqual(ownPolicy)
    await load(file => {
      file.policy = { version: 'todas-1', ...texts('Para todas') }
      file.offices[0].policy = { version: 'notaria-1', ...texts('De la notaría') }
    })
    expect(await policyOf('notaria-uno')).toEqual({ version: 'notaria-1', texts: texts('De la notaría') })
    expect(await policyOf('salud-en-linea')).toEqual({ version: 'todas-1', texts: texts('Para todas') })
    expect(await read(server.ask('v1', '/policy'))).toMatchObject({ version: 'todas-1' })
    // A part of the file has none, and says nothing of the others.
    const part = await load(file => {
      file.offices.pop()
      file.clerks = []
    }, 'keep')
    expect(part.loaded).toBe(true)
    expect(await policyOf('notaria-uno')).toEqual({ version: 'todas-1', texts: texts('Para todas') })
    await load(() => {})
    expect(await policyOf('notaria-uno')).toEqual(ownPolicy)
    expect(await read(server.ask('v1', '/policy'))).toEqual(ownPolicy)
  })

  it.each([
    ['es', /Sin una cuenta .* 30 días .* con una cuenta .* mientras la tengas/],
    ['en', /Without an account .* 30 days .* with an account .* as long as you have it/],
    ['pt', /Sem uma conta .* 30 dias .* com uma conta .* enquanto você a tiver/],
  ] as const)('[KEEP-03] promises in %s to forget those alone who have no account', (language, promise) => {
    expect(ownPolicy.texts[language]).toMatch(promise)
    expect(ownPolicy.texts[language].match(/30 /g)).toHaveLength(1)
  })

  it('[KEEP-03] what was accepted is kept with its version and moment, once, and read in the words of then', async () => {
    await load(file => {
      file.policy = { version: 'leida-1', ...texts('Primera') }
    })
    const first = server.clock.now()
    const { rut: _rut, ...person } = PERSON
    const session = await read<Session>(
      server.ask('login', '/temporaryV2', {
        body: {
          ...person,
          captchaToken: await server.solvedCaptcha(),
          sessionId: randomUUID(),
          dni: 'AB-765432',
          policy: 'leida-1',
        },
      }),
    )
    expect(session.accepted_policies).toEqual(['leida-1'])
    const one = { version: 'leida-1', texts: texts('Primera'), accepted_at: first.toISOString() }
    expect(await accepted(session.token)).toEqual([one])

    server.clock.advance(60_000)
    await load(file => {
      file.policy = { version: 'leida-2', ...texts('Segunda') }
    })
    // Pressed again on an old page: the first time counts.
    expect((await accept(session.token, 'leida-1')).status).toBe(200)
    expect((await accept(session.token, 'leida-2')).status).toBe(200)
    const two = { version: 'leida-2', texts: texts('Segunda'), accepted_at: server.clock.now().toISOString() }
    expect(await accepted(session.token)).toEqual([two, one])

    const other = await server.signInTemporary({ dni: 'ZZ-111222', policy: undefined })
    expect(other.session.accepted_policies).toEqual([])
    expect(await accepted(other.token)).toEqual([])
    const now = await read<Session>(server.ask('login', '/session', { cookie: other.cookie }))
    expect(now.accepted_policies).toEqual([])
  })

  it('many presses at once are one acceptance, ours too, which stands in no file', async () => {
    const { token } = await server.signInTemporary({ dni: 'AB-000111', policy: undefined })
    const answers = await Promise.all(Array.from({ length: 6 }, () => accept(token, ownPolicy.version)))
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 200))
    expect(await accepted(token)).toMatchObject([{ version: ownPolicy.version, texts: ownPolicy.texts }])
  })

  it('a sign-in with a policy that never was costs no captcha, and makes nobody', async () => {
    const { rut: _rut, ...person } = PERSON
    const body = {
      ...person,
      captchaToken: await server.solvedCaptcha(),
      sessionId: randomUUID(),
      dni: 'AB-999888',
    }
    const refused = await server.ask('login', '/temporaryV2', { body: { ...body, policy: 'inventada-1' } })
    expect(refused.status).toBe(400)
    const session = await read<Session>(server.ask('login', '/temporaryV2', { body }))
    expect(session).toMatchObject({ name: PERSON.name, accepted_policies: [] })
  })

  it('what nobody ever offered cannot be accepted', async () => {
    const { token } = await server.signInTemporary({ dni: 'AB-000222', policy: undefined })
    const response = await accept(token, 'inventada-1')
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ code: 'bad-request', fields: [{ path: 'policy' }] })
    expect(await accepted(token)).toEqual([])
  })

  it('a version is one text for good: the file is refused with the place, and so is a hand at the database', async () => {
    await load(file => {
      file.policy = { version: 'fija-1', ...texts('Así') }
    })
    const outcome = await load(file => {
      file.offices[1].policy = { version: 'fija-1', ...texts('Otra cosa') }
    })
    if (outcome.loaded) throw new Error('it was loaded')
    expect(outcome.faults).toMatchObject([
      { kind: 'policy-differs', path: 'offices[1].policy.version', slugs: ['salud-en-linea'] },
    ])
    const touched = server.database.db
      .updateTable('policies')
      .set({ texts: JSON.stringify(texts('Otra cosa')) })
      .where('version', '=', 'fija-1')
      .execute()
    await expect(touched).rejects.toThrow('accepted as it is')
  })

  it('goes with the person', async () => {
    const { user_id, token, cookie } = await server.signInTemporary({ dni: 'AB-000333' })
    await accept(token, ownPolicy.version)
    await server.ask('login', '/session', { method: 'DELETE', cookie })
    server.clock.advance(TEMPORARY_PERSON_KEPT_MS + 1)
    await forgetTemporaryPeople(server, TEMPORARY_PERSON_KEPT_MS)
    const { db } = server.database
    const kept = await db
      .selectFrom('policy_acceptances')
      .selectAll()
      .where('user_id', '=', user_id)
      .execute()
    expect(kept).toEqual([])
  })
})
