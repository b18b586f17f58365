import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { SERVICE_BASES } from '#contract/bases.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

interface Operation {
  tags: string[]
  security?: Record<string, string[]>[]
  parameters?: { name: string; in: string }[]
  requestBody?: { content: Record<string, { schema: { properties: Record<string, unknown> } }> }
  responses: Record<string, { content?: Record<string, { schema: Record<string, unknown> }> }>
}

describe('the documentation of the API', () => {
  let server: TestServer
  let document: { openapi: string; paths: Record<string, Record<string, Operation>> }
  beforeAll(async () => {
    server = await startTestServer()
    document = await (await fetch(`${server.origin}/api/docs/json`)).json()
  })
  afterAll(() => server.close())

  it('is OpenAPI 3.1, and names routes of every service, and of nothing else', () => {
    expect(document.openapi).toBe('3.1.0')
    const { login, users, v1, v3, push, turns, reservations, desk } = SERVICE_BASES
    for (const [method, path] of [
      ['get', `${login}/captcha`],
      ['post', `${login}/temporaryV2`],
      ['delete', `${login}/session`],
      ['get', `${users}/preferences`],
      ['post', `${v1}/offices/{id}/tickets/new`],
      ['get', `${v1}/state/{officeSlug}`],
      ['post', `${push}/subscriptions`],
      ['post', `${turns}/tickets/{tuid}/pass`],
      ['get', `${reservations}/offices/{slug}/{lineSlug}/{day}/timeblocks`],
      ['post', reservations],
      ['patch', `${reservations}/{id}`],
      ['delete', `${v1}/user/reserves/{id}`],
      ['post', `${v3}/user/reserves`],
      ['get', `${v1}/machine/state`],
      ['get', `${v1}/machine/calls`],
      ['post', `${v1}/machine/numbers`],
      ['get', `${desk}/offices/{id}/webhooks`],
      ['post', `${desk}/offices/{id}/webhooks`],
      ['post', `${desk}/offices/{id}/webhooks/{webhookId}/remove`],
      ['post', `${desk}/offices/{id}/webhooks/{webhookId}/secret`],
      ['post', `${desk}/offices/{id}/webhooks/{webhookId}/test`],
      ['post', `${desk}/offices/{id}/webhooks/{webhookId}/resume`],
    ] as const) {
      expect(document.paths[path]?.[method], `${method} ${path}`).toBeDefined()
    }
    const { socket: _, ...services } = SERVICE_BASES
    const isOf = (base: string, path: string) => `${path}/`.startsWith(`${base}/`)
    const paths = Object.keys(document.paths)
    const bases = Object.values(services)
    expect(bases.filter(base => !paths.some(path => isOf(base, path)))).toEqual([])
    expect(paths.filter(path => !bases.some(base => isOf(base, path)))).toEqual([])
  })

  it('is drawn from the schemas that the routes are held to', () => {
    const login = document.paths[`${SERVICE_BASES.login}/temporaryV2`]?.post
    const body = login?.requestBody?.content['application/json']?.schema.properties ?? {}
    expect(Object.keys(body)).toEqual(
      expect.arrayContaining(['captchaToken', 'sessionId', 'name', 'email', 'rut']),
    )
    const session = document.paths[`${SERVICE_BASES.login}/session`]?.get
    expect(session?.responses['200']?.content?.['application/json']?.schema).toMatchObject({ type: 'object' })
    expect(session?.responses['204']?.content).toBeUndefined()
    const ticket = document.paths[`${SERVICE_BASES.v1}/offices/{id}/tickets/new`]?.post
    expect(ticket?.parameters).toMatchObject([{ name: 'id', in: 'path' }])
    expect(ticket?.tags).toEqual(['v1'])
  })

  it('tells whoever builds a machine what they may ask, and by which token', () => {
    const machines = Object.entries(document.paths).filter(([path]) => path.includes('/machine/'))
    expect(machines.map(([path]) => path.replace(`${SERVICE_BASES.v1}/machine/`, '')).toSorted()).toEqual([
      'calls',
      'numbers',
      'state',
    ])
    for (const operation of machines.flatMap(([, of]) => Object.values(of)))
      expect(operation).toMatchObject({ tags: ['machines'], security: [{ machine: [] }] })
    const give = document.paths[`${SERVICE_BASES.v1}/machine/numbers`]?.post
    const number = give?.responses['201']?.content?.['application/json']?.schema.properties
    expect(Object.keys(number ?? {})).toEqual(expect.arrayContaining(['ticket', 'address']))
  })

  it('can be read, under rules of its own that load nothing from elsewhere', async () => {
    const response = await fetch(`${server.origin}/api/docs`)
    expect(response.status).toBe(200)
    expect(await response.text()).toContain('swagger')
    const csp = response.headers.get('content-security-policy') ?? ''
    expect(csp).toContain("default-src 'self'")
    expect(csp).not.toMatch(/https?:/)
    const other = await server.ask('v1', '/categories')
    expect(other.headers.get('content-security-policy')).not.toContain('unsafe-inline')
  })
})
