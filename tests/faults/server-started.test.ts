import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import WebSocket from 'ws'
import { type SpawnedServer, spawnServer } from '#tests/support/spawn-server.ts'
import { makeTemporaryDirectory } from '#tests/support/temporary-directory.ts'
import { waitFor } from '#tests/support/wait-for.ts'
import { SERVICE_BASES } from '#contract/bases.ts'
import { PERSON } from '#tests/support/server.ts'
import { solveCaptcha } from '#tests/support/solve-captcha.ts'

/** KEEP-06's own figure. */
const ENDED_MS = 5_000
/** Several looks of a server at who started it. */
const SEVERAL_LOOKS_MS = 1_500
/** Service restart (RFC 6455's registry): a phone that hears it comes back by itself. */
const COMES_BACK = 1012

const start = join(import.meta.dirname, '../../scripts/start.ts')
const NPM = ['npm', 'start'] as const
const COMMAND = ['npm', 'run', 'numerito', 'start'] as const
const PROMPT = ['npm', 'run', 'repl'] as const
const DIRECTLY = [process.execPath, start] as const
/** A shell that hands no signal on, whatever the shell of this machine does. */
const BEHIND_A_SHELL = ['sh', '-c', `"${process.execPath}" "${start}"; exit $?`] as const

const isRunning = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** It makes its database first, and a machine may be slow. */
const PATIENCE_MS = 120_000

describe('a server ends', { timeout: PATIENCE_MS }, () => {
  const directory = makeTemporaryDirectory('started')
  const settings = { NUMERITO_DATA: directory.path, NUMERITO_DEMO: 'off' }
  let spawned: SpawnedServer | undefined
  let pid = 0
  afterEach(async () => {
    await spawned?.end()
    if (pid !== 0 && isRunning(pid)) process.kill(pid, 'SIGKILL')
    await waitFor('nothing to be left behind', () => pid === 0 || !isRunning(pid))
  })
  const typed = makeTemporaryDirectory('typed')
  const terminal = join(typed.path, 'terminal')
  execFileSync('mkfifo', [terminal])
  // A terminal at which nobody types: opened both ways it never ends, or a prompt would by itself.
  const input = openSync(terminal, 'r+')
  afterAll(() => {
    closeSync(input)
    typed.remove()
    directory.remove()
  })

  /** As a phone does: a captcha, and who one is. */
  async function signIn(origin: string): Promise<string> {
    const login = `${origin}${SERVICE_BASES.login}`
    const captchaToken = await solveCaptcha(await (await fetch(`${login}/captcha`)).json())
    const response = await fetch(`${login}/temporaryV2`, {
      method: 'POST',
      headers: { origin, 'content-type': 'application/json' },
      body: JSON.stringify({ captchaToken, sessionId: randomUUID(), ...PERSON }),
    })
    return ((await response.json()) as { token: string }).token
  }

  /** @returns the code with which a phone's socket is closed, once it is */
  async function begin(command: readonly [string, ...string[]]) {
    spawned = await spawnServer(settings, command, input)
    const owner = readFileSync(join(directory.path, 'database/database.owner'), 'utf8')
    pid = Number(/process (\d+)/.exec(owner)?.[1])
    const token = await signIn(spawned.origin)
    const socket = new WebSocket(`${spawned.origin.replace(/^http/, 'ws')}/socket/websocket?vsn=2.0.0`, [
      'phoenix',
      `base64url.bearer.phx.${Buffer.from(token).toString('base64url')}`,
    ])
    const closed = once(socket, 'close').then(([code]) => code as number)
    await once(socket, 'open')
    return { spawned, closed }
  }

  /**
   * To the command alone, as a supervisor does; or to all that it started, as a terminal does with Ctrl-C.
   */
  const toCommand = (server: SpawnedServer, signal: NodeJS.Signals) => void server.process.kill(signal)
  const toAll = (server: SpawnedServer, signal: NodeJS.Signals) =>
    void process.kill(-(server.process.pid ?? 0), signal)

  it.each([
    ['npm start', 'SIGTERM', NPM, toCommand],
    ['npm start in a terminal', 'SIGINT', NPM, toAll],
    ['npm start', 'SIGKILL', NPM, toCommand],
    ['npm run numerito start', 'SIGTERM', COMMAND, toCommand],
    ['npm run repl', 'SIGTERM', PROMPT, toCommand],
    ['start.ts itself', 'SIGTERM', DIRECTLY, toCommand],
    ['start.ts itself', 'SIGHUP', DIRECTLY, toCommand],
  ] as const)(
    '[KEEP-06] in 5 s when %s gets %s, and phones are told to come back',
    async (_how, signal, command, send) => {
      const { spawned, closed } = await begin(command)
      const asked = performance.now()
      send(spawned, signal)
      await waitFor('the server to be gone', () => !isRunning(pid))
      expect(performance.now() - asked).toBeLessThan(ENDED_MS)
      expect(await closed).toBe(COMES_BACK)
      await expect(fetch(`${spawned.origin}/healthz`)).rejects.toThrow('fetch failed')
    },
  )

  it('[KEEP-06] by its own signal alone where npm did not start it: whoever began it may leave', async () => {
    const { spawned, closed } = await begin(BEHIND_A_SHELL)
    await spawned.end('SIGKILL')
    await sleep(SEVERAL_LOOKS_MS)
    expect((await fetch(`${spawned.origin}/healthz`)).status).toBe(200)
    process.kill(pid, 'SIGTERM')
    await waitFor('the server to be gone', () => !isRunning(pid))
    expect(await closed).toBe(COMES_BACK)
  })
})
