import { mkdirSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startWhatsappService } from '#tests/support/whatsapp-service.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { makeTemporaryDirectory } from '#tests/support/temporary-directory.ts'

const FILES = {
  'index.html': '<!doctype html><head><title>Numerito</title></head>',
  'desk.html': '<!doctype html><head><title>Desk</title></head>',
  'kiosk.html': '<!doctype html><head><title>Kiosk</title></head>',
  'wall.html': '<!doctype html><head><title>Wall</title></head>',
  'sw.js': '/* worker */'.repeat(20),
  'manifest.webmanifest': '{"name":"Numerito"}',
  'frames.json': '{}',
  'assets/main-Ab3d.js': 'console.log(1)\n'.repeat(50),
  'icons/favicon.svg': '<svg xmlns="http://www.w3.org/2000/svg"/>',
  '.vite/manifest.json': '{"private":true}',
}

describe('the built application', () => {
  const directory = makeTemporaryDirectory('dist')
  let server: TestServer
  beforeAll(async () => {
    const dist = join(directory.path, 'dist')
    for (const [name, content] of Object.entries(FILES)) {
      const path = join(dist, name)
      mkdirSync(join(path, '..'), { recursive: true })
      writeFileSync(path, content)
      writeFileSync(`${path}.br`, brotliCompressSync(content))
      writeFileSync(`${path}.gz`, gzipSync(content))
    }
    writeFileSync(join(directory.path, 'secret'), 'the secret')
    server = await startTestServer({ applicationDirectory: dist, settings: { environment: 'prod' } })
  })
  afterAll(async () => {
    await server.close()
    directory.remove()
  })

  const get = (path: string, headers: Record<string, string> = {}) => fetch(server.origin + path, { headers })

  it.each([
    '/',
    '/buscar',
    '/o/notaria-centro/linea/7',
    '/tickets?utm_source=x',
    // Links that were cut.
    '/%zz',
    '/offices/notaria%',
    '/offices/notar%C3?q=%zz',
  ])('every address of a page is answered with the page: %s', async path => {
    const response = await get(path)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toMatch(/^text\/html/)
    expect(response.headers.get('cache-control')).toBe('no-cache')
    expect(response.headers.get('content-security-policy')).toContain("default-src 'self'")
    expect(await response.text()).toBe(FILES['index.html'])
  })

  it.each([
    [416, { range: 'bytes=999999-' }],
    [412, { 'if-match': '"another"' }],
  ])('%i: what is asked of a file that it cannot give is no fault of ours', async (status, headers) => {
    const response = await get('/assets/main-Ab3d.js', headers)
    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject({ status, code: 'bad-request' })
  })

  it.each(['/desk', '/desk/', '/desk/wall'])('the desk has a page of its own: %s', async path => {
    expect(await (await get(path)).text()).toBe(FILES['desk.html'])
  })

  it.each(['wall', 'kiosk'] as const)('an office’s screen has a page of its own: %s', async name => {
    expect(await (await get(`/${name}/notaria-norte`)).text()).toBe(FILES[`${name}.html`])
  })

  it('what is named by its content is kept for ever, and nothing else is', async () => {
    const caching = async (path: string) => (await get(path)).headers.get('cache-control')
    expect(await caching('/assets/main-Ab3d.js')).toBe('public, max-age=31536000, immutable')
    for (const path of ['/sw.js', '/manifest.webmanifest', '/index.html', '/icons/favicon.svg']) {
      expect(await caching(path)).toBe('no-cache')
    }
    expect((await get('/manifest.webmanifest')).headers.get('content-type')).toMatch(
      /^application\/manifest\+json/,
    )
  })

  it('a file goes out as the build compressed it, and as it is to who cannot read that', async () => {
    for (const [accept, encoding] of [
      ['gzip, deflate, br', 'br'],
      ['gzip', 'gzip'],
      ['identity', null],
    ] as const) {
      const response = await get('/assets/main-Ab3d.js', { 'accept-encoding': accept })
      expect(response.headers.get('content-encoding')).toBe(encoding)
      expect(response.headers.get('vary')?.toLowerCase()).toContain('accept-encoding')
      expect(await response.text()).toBe(FILES['assets/main-Ab3d.js'])
    }
    const page = await get('/buscar', { 'accept-encoding': 'br' })
    expect(page.headers.get('content-encoding')).toBe('br')
    expect(await page.text()).toBe(FILES['index.html'])
  })

  it('who has a file already gets nothing more', async () => {
    const etag = (await get('/sw.js')).headers.get('etag') ?? ''
    // Without the second header fetch would ask for a fresh one, as a reload does.
    const again = await get('/sw.js', { 'if-none-match': etag, 'cache-control': 'max-age=0' })
    expect(again.status).toBe(304)
    const page = (await get('/buscar')).headers.get('etag') ?? ''
    expect((await get('/buscar', { 'if-none-match': page })).status).toBe(304)
  })

  it.each([
    '/assets/gone-x1.js',
    '/nothing.png',
    '/assets/',
    '/assets',
    '/.git/HEAD',
    '/package.json',
    '/api/v1/nothing',
    '/services/login/nothing',
    '/socket/nothing',
  ])('what is no page and no file is not answered with the page: %s', async path => {
    const response = await get(path)
    expect(response.status).toBe(404)
    expect(response.headers.get('content-type')).toMatch(/^application\/problem\+json/)
  })

  it.each([
    '/../secret',
    '/assets/../../secret',
    '/%2e%2e/secret',
    '/assets/%2e%2e/%2e%2e/secret',
    '/..%2fsecret',
    '/assets/..%5c..%5csecret',
    '/.vite/manifest.json',
    '/sw.js%00.html',
  ])('no other file can be asked for: %s', async path => {
    const socket = connect(Number(new URL(server.origin).port), '127.0.0.1')
    socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`)
    const answer = await text(socket)
    expect(answer).not.toContain('the secret')
    expect(answer).not.toContain('private')
  })

  it('[SHELL-09] a page says which environment serves it', async () => {
    const staging = await startTestServer({
      database: server.database,
      applicationDirectory: join(directory.path, 'dist'),
      settings: { environment: 'staging' },
    })
    for (const path of ['/', '/index.html', '/buscar', '/desk']) {
      const page = await (await fetch(staging.origin + path)).text()
      expect(page).toContain('<head><meta name="numerito-environment" content="staging" /><title>')
    }
    await staging.close()
  })

  it('[MSG-01] a page says whether calls are offered by WhatsApp, so that a first visit keeps its place', async () => {
    const whatsapp = await startWhatsappService()
    const offering = await startTestServer({
      database: server.database,
      applicationDirectory: join(directory.path, 'dist'),
      settings: { environment: 'prod', whatsapp: whatsapp.settings },
    })
    const said = '<meta name="numerito-whatsapp" content="yes" />'
    expect(await (await fetch(`${offering.origin}/profile`)).text()).toContain(said)
    expect(await (await fetch(`${server.origin}/profile`)).text()).not.toContain('numerito-whatsapp')
    await offering.close()
    await whatsapp.stop()
  })

  it('[SHELL-09] where its services stand is said to page, worker and policy, each set its own', async () => {
    const divided = await startTestServer({
      database: server.database,
      applicationDirectory: join(directory.path, 'dist'),
      settings: {
        environment: 'qa',
        services: { v1: 'https://b.example', socket: 'https://s.example', login: 'https://b.example' },
      },
    })
    const read = async (path: string, encoding: string) =>
      await fetch(divided.origin + path, { headers: { 'accept-encoding': encoding } })
    const said = 'v1=https://b.example,socket=https://s.example,login=https://b.example'
    for (const path of ['/', '/desk']) {
      const page = await read(path, 'br')
      expect(await page.text()).toContain(`<meta name="numerito-services" content="${said}" />`)
      const [connect] = /connect-src [^;]*/.exec(page.headers.get('content-security-policy') ?? '') ?? []
      expect(connect?.split(' ').toSorted()).toEqual(
        [
          'connect-src',
          "'self'",
          'https://b.example',
          'https://s.example',
          'wss://s.example',
          divided.origin.replace('http', 'ws'),
          divided.origin.replace('http', 'ws').replace('127.0.0.1', 'localhost'),
        ].toSorted(),
      )
    }
    for (const encoding of ['br', 'identity']) {
      const worker = await read('/sw.js', encoding)
      expect(await worker.text()).toBe(`self.numeritoServices="${said}";${FILES['sw.js']}`)
      expect(worker.headers.get('content-type')).toMatch(/^text\/javascript/)
      expect(worker.headers.get('content-security-policy')).toContain('wss://s.example')
    }
    await divided.close()
  })

  it('a page is read, not written to', async () => {
    const response = await fetch(`${server.origin}/buscar`, { method: 'POST' })
    expect(response.status).toBe(404)
  })
})
