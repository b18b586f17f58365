import { once } from 'node:events'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { type SpawnedServer, spawnServer } from '#tests/support/spawn-server.ts'
import { makeTemporaryDirectory } from '#tests/support/temporary-directory.ts'

describe('a process', () => {
  const directory = makeTemporaryDirectory('process')
  let spawned: SpawnedServer | undefined
  afterEach(() => spawned?.end())
  afterAll(() => directory.remove())

  async function start(settings: Record<string, string> = {}) {
    spawned = await spawnServer({ NUMERITO_DATA: directory.path, NUMERITO_DEMO: 'off', ...settings })
    return spawned
  }

  it('says where it is, ends in order when asked to, and starts again on what it left', async () => {
    const first = await start()
    expect(first.output()).toContain(`desk         ${first.origin}/desk`)
    expect((await fetch(`${first.origin}/healthz`)).status).toBe(200)
    // Ended by force, when its time is over, it would say 1.
    expect(await first.end('SIGTERM')).toBe(0)
    const second = await start()
    expect((await fetch(`${second.origin}/healthz`)).status).toBe(200)
    expect(await second.end('SIGINT')).toBe(0)
  })

  it('[KEEP-05] says first of all that its secret is lost, makes none, and serves once it is back', async () => {
    await (await start()).end('SIGTERM')
    const path = join(directory.path, 'secret')
    const secret = readFileSync(path)
    rmSync(path)
    const left = readdirSync(directory.path)
    await expect(start()).rejects.toThrow(
      /ended with 1:\nnumerito: the secret is lost: \S+ is not there[^]*NUMERITO_SECRET/,
    )
    expect(readdirSync(directory.path)).toEqual(left)
    writeFileSync(path, secret, { mode: 0o600 })
    expect((await fetch(`${(await start()).origin}/healthz`)).status).toBe(200)
  })

  it.runIf(existsSync('/proc/self'))(
    'ends with a sentence where its directory cannot be made, and does not hang',
    async () => {
      await expect(start({ NUMERITO_DATA: '/proc/nobody/here' })).rejects.toThrow(
        /ended with 1:\nnumerito: the directory \/proc\/nobody\/here\S* cannot be made \([^\n]*\)\n$/,
      )
    },
  )

  it('[ADMIN-04] shows no demonstration of an earlier start where it shows none, and prints the first link', async () => {
    const NUMERITO_DATA = join(directory.path, 'shown')
    const listed = async ({ origin }: SpawnedServer) =>
      (await (await fetch(`${origin}/api/v3/offices/web`)).json()) as unknown[]
    const before = await start({ NUMERITO_DATA, NUMERITO_DEMO: 'on' })
    expect(await listed(before)).not.toHaveLength(0)
    await before.end('SIGTERM')
    const after = await start({ NUMERITO_DATA })
    expect(await listed(after)).toEqual([])
    expect(after.output()).toContain('/desk#invitation=')
  }, 200_000)

  it('names every fault of its settings, and does not start', async () => {
    const starting = start({ PORT: 'x', NUMERITO_LOG: 'loud', NUMERITO_PUSH_CONTACT: 'https://localhost' })
    await expect(starting).rejects.toThrow(
      /ended with 2[^]*PORT must[^]*NUMERITO_PUSH_CONTACT must[^]*NUMERITO_LOG must/,
    )
  })

  it('says what is the matter when the port is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    await expect(start({ PORT: String(port) })).rejects.toThrow(
      /ended with 1[^]*numerito: [^]*is taken[^]*PORT/,
    )
    other.close()
  })
})
