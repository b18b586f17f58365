import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { makeTemporaryDirectory } from '#tests/support/temporary-directory.ts'

const script = 'start()'
const style = 'html{color:red}'
const page = `<html><head><style>${style}</style></head><body><script>${script}</script></body></html>`
const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

let server: TestServer
const { path, remove } = makeTemporaryDirectory('pages')

beforeAll(async () => {
  writeFileSync(join(path, 'index.html'), page)
  for (const name of ['desk', 'kiosk', 'wall'])
    writeFileSync(join(path, `${name}.html`), '<html><head></head></html>')
  writeFileSync(join(path, 'frames.json'), '{}')
  server = await startTestServer({ applicationDirectory: path })
})
afterAll(async () => {
  await server?.close()
  remove()
})

const policyOf = async (at: string) =>
  (await fetch(server.origin + at)).headers.get('content-security-policy') ?? ''

it('a page may run and show what was built into it, by its hash, and nothing else in itself', async () => {
  const policy = await policyOf('/tickets')
  expect(policy).toContain(`script-src 'self' ${hash(script)};`)
  expect(policy).toContain(`style-src 'self' ${hash(style)};`)
  expect(policy).not.toContain('unsafe')
})

it('no other answer allows it', async () => {
  for (const at of ['/desk', '/healthz', '/nothing.js']) {
    expect(await policyOf(at), at).toContain("script-src 'self';")
    expect(await policyOf(at), at).toContain("style-src 'self';")
  }
})
