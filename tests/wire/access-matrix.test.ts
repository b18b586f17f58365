import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { NOON } from '#tests/support/queue-office.ts'
import { MovingClock } from '#tests/support/moving-clock.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { type Outside, startOutside } from '#tests/support/outside.ts'
import { CALLER_KINDS, type CallerKind, type Credentials, credentialsOf } from './access-matrix/callers.ts'
import { routesOf } from './access-matrix/routes-of.ts'
import { createScene, type Scene } from './access-matrix/scene.ts'
import { type Asked, ROUTES } from './access-matrix/table.ts'

/** Of a row's name: what follows a `?` says only what is asked for. */
const routeOf = (row: string) => row.split('?')[0] ?? ''

const addressOf = (path: string, { params = {}, query = {} }: Asked) => {
  const named = path.replace(/:(\w+)|\*/g, (part, name: string = part) => {
    const value = params[name]
    if (value === undefined) throw new Error(`${path}: nothing says what ${part} is`)
    return String(value)
  })
  const search = new URLSearchParams(query).toString()
  return search === '' ? named : `${named}?${search}`
}

const WORKS_THERE: ReadonlySet<CallerKind> = new Set(['clerk', 'supervisor', 'administrator'])
const isOwner = (kind: CallerKind) => kind === 'owner' || kind === 'ownerRegistered'

describe('who may do what', () => {
  let server: TestServer
  let outside: Outside
  beforeAll(async () => {
    const clock = new MovingClock(NOON)
    // With all that can be configured: what is not offered has nothing to keep anybody from.
    outside = await startOutside()
    server = await startTestServer({ clock, settings: outside.settings })
    outside.admit(server)
  })
  afterAll(async () => {
    await server.close()
    await outside.stop()
  })

  const request = (method: string, address: string, { token, cookie }: Credentials, body: unknown) =>
    fetch(server.origin + address, {
      method,
      headers: {
        origin: server.origin,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(cookie !== undefined && { cookie }),
      },
      body: body === undefined ? null : JSON.stringify(body),
    })

  /** As the table writes it, and the whole answer. */
  async function answerTo(method: string, address: string, credentials: Credentials, body: unknown) {
    const response = await request(method, address, credentials, body)
    const said = await response.text()
    const { code } = response.status >= 400 && said !== '' ? (JSON.parse(said) as { code: string }) : {}
    return { answer: code === undefined ? `${response.status}` : `${response.status} ${code}`, said }
  }

  /** What is asked, whether it is looked at or done, leaves nothing of the owner's with anybody else. */
  async function expectNothingToldOrChanged(
    kind: CallerKind,
    scene: Scene,
    ask: () => Promise<{ answer: string; said: string }>,
  ): Promise<string> {
    const isTheirs = isOwner(kind) || WORKS_THERE.has(kind)
    const before = isTheirs ? null : await scene.belongings()
    const { answer, said } = await ask()
    if (!isOwner(kind)) for (const secret of scene.secrets) expect(said).not.toContain(secret)
    if (!isTheirs) expect(await scene.belongings()).toBe(before)
    return answer
  }

  it('[SEC-01] every route of the running server has its row, and every row its route', () => {
    const withRow = new Set(Object.keys(ROUTES).map(row => routeOf(row)))
    expect([...withRow].sort()).toEqual(routesOf(server.app).sort())
  })

  describe.each(Object.entries(ROUTES))('[SEC-01] [AUTH-10] %s', (row, [answers, ask]) => {
    const [method = '', path = ''] = routeOf(row).split(' ')

    it('answers each kind of caller as the table says, and gives or does nothing of the owner’s to others', async () => {
      const found: Record<string, string> = {}
      for (const kind of CALLER_KINDS) {
        // All ask from one address: what one tried is not held against the next.
        await server.database.db.deleteFrom('knocks').execute()
        const scene = await createScene(server.database, server.clock.now())
        const question: Asked = (await ask?.(scene)) ?? {}
        const own = await credentialsOf(kind, scene)
        const cookies = [own.cookie, question.cookie].filter(one => one !== undefined)
        const credentials = { ...own, ...(cookies.length > 0 && { cookie: cookies.join('; ') }) }
        const address = addressOf(path, question)
        const answer = await expectNothingToldOrChanged(kind, scene, () =>
          answerTo(method, address, credentials, question.body),
        )
        found[kind] = answer
        if (method === 'GET') {
          const head = await request('HEAD', address, credentials, undefined)
          expect([kind, head.status]).toEqual([kind, Number.parseInt(answer, 10)])
        }
      }
      expect(found).toEqual(answers)
    })
  })
})
