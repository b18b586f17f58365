import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
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

  it('asks a running demonstration at a prompt', async () => {
    const prompt = spawn('npm', ['run', 'repl'], {
      env: { PATH: process.env.PATH, PORT: '0', HOST: '127.0.0.1', NUMERITO_DATA: directory.path },
    })
    let said = ''
    prompt.stdout.setEncoding('utf8').on('data', (part: string) => void (said += part))
    async function ask(line: string, answer: RegExp) {
      await waitFor('the prompt', () => said.endsWith('numerito> '))
      said = ''
      prompt.stdin.write(`${line}\n`)
      await waitFor(String(answer), () => answer.test(said))
    }
    await ask('await sql`select count(*)::integer as offices from offices where id > ${0}`', /offices: 137/)
    await ask(`(await get('${SERVICE_BASES.v1}/categories')).length`, /^18\n/)
    await ask("const { officeLines } = await import('#server/queue/lines/line-states.ts')", /undefined/)
    await ask('(await officeLines(queue, 1)).lines.every(line => line.waiting >= 0)', /^true\n/)
    prompt.stdin.end()
    expect(await once(prompt, 'close')).toEqual([0, null])
  })
})
