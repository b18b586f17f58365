import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { SERVICE_BASES } from '#contract/bases.ts'
import { freePort } from '#tests/support/free-port.ts'
import { PERSON } from '#tests/support/server.ts'
import { solveCaptcha } from '#tests/support/solve-captcha.ts'
import { type SpawnedServer, spawnServer } from '#tests/support/spawn-server.ts'
import { makeTemporaryDirectory } from '#tests/support/temporary-directory.ts'
import { waitFor } from '#tests/support/wait-for.ts'

describe('who works on it', () => {
  const directory = makeTemporaryDirectory('dev')
  let spawned: SpawnedServer | undefined
  afterEach(() => spawned?.end())
  afterAll(() => directory.remove())

  it('has pages and server by one command, which ends both', async () => {
    const [port, pages] = [await freePort(), await freePort()]
    spawned = await spawnServer(
      {
        PORT: String(port),
        DEV_PORT: String(pages),
        NUMERITO_DATA: directory.path,
        NUMERITO_DEMO: 'off',
      },
      ['npm', 'run', 'dev'],
    )
    const origin = `http://localhost:${pages}`
    expect(spawned.origin).toBe(origin)
    const page = await waitFor('the page', async () => (await fetch(origin).catch(() => null))?.text())
    expect(page).toContain('/src/app/main.tsx')
    // By Vite to the server, which lets its pages in.
    const login = `${origin}${SERVICE_BASES.login}`
    const captchaToken = await solveCaptcha(await (await fetch(`${login}/captcha`)).json())
    const { status } = await fetch(`${login}/temporaryV2`, {
      method: 'POST',
      headers: { origin, 'content-type': 'application/json' },
      body: JSON.stringify({ captchaToken, sessionId: randomUUID(), ...PERSON }),
    })
    expect(status).toBe(200)
    spawned.process.kill('SIGTERM')
    const isGone = (url: string) =>
      fetch(url).then(
        () => false,
        () => true,
      )
    await waitFor('the server to be gone', () => isGone(`http://127.0.0.1:${port}/livez`))
    await waitFor('the pages to be gone', () => isGone(origin))
  })
})
