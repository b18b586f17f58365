import { execFileSync, spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Socket } from 'phoenix'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import WebSocket from 'ws'
import { SERVICE_BASES, type Service } from '#contract/bases.ts'
import { officeTopic } from '#contract/channel/office-channel.ts'
import type { Ticket } from '#contract/rest/tickets.ts'
import { onPostgres } from '#tests/support/databases.ts'
import { describeWith } from '#tests/support/describe-with.ts'
import { findOnPath } from '#tests/support/on-path.ts'
import { PERSON } from '#tests/support/server.ts'
import { solveCaptcha } from '#tests/support/solve-captcha.ts'
import { type SpawnedServer, spawnServer } from '#tests/support/spawn-server.ts'
import { startTraceCollector } from '#tests/support/trace-collector.ts'
import { makeTemporaryDirectory } from '#tests/support/temporary-directory.ts'
import { waitFor } from '#tests/support/wait-for.ts'
import { makeRelease, type Release } from '../../scripts/release.ts'
import type { Person } from './seeded-office.ts'
import { type Bendable, sampleFile } from '../unit/offices/sample-file.ts'

/** KEEP-06's own figure. */
const ENDED_MS = 5_000
/** Nothing of whoever runs the tests: a machine on which the release is all that there is. */
const BARE = { PATH: '/usr/bin:/bin', NUMERITO_DEMO: 'off' }

/** There a program is the first process, as in a container: only a signal that it hears itself ends it. */
const APART = ['unshare', '--pid', '--fork', '--mount-proc', '--kill-child'] as const
const [UNSHARE, ...ALONE] = APART
const whyNotApart =
  spawnSync(UNSHARE, [...ALONE, 'true']).status === 0
    ? undefined
    : 'Processes apart need util-linux and its rights: run the tests as root on Linux.'

describe('a release', () => {
  // Beside the project, with no node_modules above.
  const directory = makeTemporaryDirectory('release')
  const at = (...parts: string[]) => join(directory.path, ...parts)
  const program = () => join(unpacked, 'bin/numerito')
  let release: Release
  let unpacked: string
  let server: SpawnedServer | undefined

  beforeAll(async () => {
    release = await makeRelease(at('made'), () => {})
    execFileSync('tar', ['-xzf', release.archive], { cwd: directory.path })
    unpacked = at(readdirSync(directory.path).find(name => name.startsWith('numerito-')) ?? 'none')
  })
  afterEach(() => server?.end())
  afterAll(() => directory.remove())

  const numerito = (settings: Record<string, string>, ...args: string[]) =>
    execFileSync(program(), args, { cwd: '/', env: { ...BARE, ...settings }, encoding: 'utf8' })
  const start = (settings: Record<string, string>) =>
    spawnServer({ ...BARE, ...settings }, [program(), 'start'])

  async function signIn(origin: string): Promise<Person> {
    const login = `${origin}${SERVICE_BASES.login}`
    const captchaToken = await solveCaptcha(await (await fetch(`${login}/captcha`)).json())
    const response = await fetch(`${login}/temporaryV2`, {
      method: 'POST',
      headers: { origin, 'content-type': 'application/json' },
      body: JSON.stringify({ captchaToken, sessionId: randomUUID(), ...PERSON }),
    })
    return (await response.json()) as Person
  }

  /** With the genuine client, on the office's topic. */
  async function takeNumber(
    origin: string,
    { token, user_id }: Person,
    slug: string,
    line_id: number,
  ): Promise<string> {
    const socket = new Socket(`${origin.replace(/^http/, 'ws')}/socket`, {
      transport: WebSocket as unknown as typeof globalThis.WebSocket,
      authToken: token,
    })
    socket.connect()
    const channel = socket.channel(officeTopic(slug))
    const replied = (push: ReturnType<typeof channel.join>) =>
      new Promise<unknown>((resolve, reject) => {
        push.receive('ok', resolve).receive('error', said => reject(new Error(JSON.stringify(said))))
      })
    await replied(channel.join())
    const taken = await replied(channel.push('ticket:new', { line_id, user_id, request_id: randomUUID() }))
    socket.disconnect()
    return (taken as { tuid: string }).tuid
  }

  /**
   * Loads offices beside the server that holds their database, one of them open at any hour, and takes a
   * number there.
   * @returns the number, and how the one who took it asks a server after it
   */
  async function takeFirstNumber(settings: Record<string, string>, origin: string) {
    const file: Bendable = sampleFile()
    file.holidays = []
    file.offices[0].closures = []
    file.offices[0].hours = [{ days: [1, 2, 3, 4, 5, 6, 7], from: '00:00', to: '24:00' }]
    delete file.offices[0].lines[0].ticket_form
    writeFileSync(at('offices.json'), JSON.stringify(file))
    expect(numerito(settings, 'offices', 'check', at('offices.json'))).toContain('is in order: 2 offices')
    expect(numerito(settings, 'offices', 'load', at('offices.json'))).toContain('offices  2 added')

    const person = await signIn(origin)
    const ask = <T extends object>(where: string, service: Service, path: string) =>
      waitFor(path, async () => {
        const headers = { authorization: `Bearer ${person.token}`, origin: where }
        const answer = await fetch(`${where}${SERVICE_BASES[service]}${path}`, { headers })
        // On a machine at its limit whoever looks around is asked to come again.
        if (answer.status === 503) return undefined
        if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
        return (await answer.json()) as T
      })
    const offices = await ask<{ id: number; slug: string }[]>(origin, 'v3', '/offices/web')
    const office = offices.find(({ slug }) => slug === 'notaria-uno')
    const lines = await ask<{ id: number; slug: string }[]>(origin, 'v1', `/offices/${office?.id}/lines`)
    const line = lines.find(({ slug }) => slug === 'firmas')
    const tuid = await takeNumber(origin, person, 'notaria-uno', line?.id ?? 0)
    return { tuid, held: (where: string) => ask<Ticket>(where, 'v1', `/user/v2/tickets/${tuid}`) }
  }

  it('has the same bytes, whenever and wherever it is made of one commit', async () => {
    const again = await makeRelease(at('again'), () => {})
    for (const kind of ['archive', 'npmPackage'] as const)
      expect(readFileSync(again[kind]).equals(readFileSync(release[kind])), kind).toBe(true)
    const sums = readFileSync(at('again', 'SHA256SUMS'), 'utf8')
    expect(sums).toBe(readFileSync(at('made', 'SHA256SUMS'), 'utf8'))
    execFileSync('sha256sum', ['--check', '--strict', 'SHA256SUMS'], { cwd: at('again'), stdio: 'pipe' })
  })

  it('traces where a collector is set, by the packages that it brought along', async () => {
    const collector = await startTraceCollector()
    const settings = { ...BARE, NUMERITO_DATA: at('traced'), OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint }
    // A server that goes gives its last ones a second alone.
    server = await spawnServer({ ...settings, OTEL_BSP_SCHEDULE_DELAY: '50' }, [program(), 'start'])
    await fetch(`${server.origin}${SERVICE_BASES.v3}/offices/web`)
    const told = () => collector.spans().map(({ name }) => name)
    await waitFor('what was asked for', () => told().includes(`GET ${SERVICE_BASES.v3}/offices/web`))
    expect(await server.end('SIGTERM')).toBe(0)
    await collector.close()
  })

  it('is unpacked in an empty folder, and an office works with it: started, loaded, a number taken, ended', async () => {
    const data = at('data')
    server = await start({ NUMERITO_DATA: data })
    expect(server.output()).toMatch(/first administrator[^]*#invitation=\S+/)
    const { origin } = server
    expect((await fetch(`${origin}/readyz`)).status).toBe(200)
    const page = await (await fetch(`${origin}/`)).text()
    const [, script = 'none'] = /<script[^>]+src="([^"]+)"/.exec(page) ?? []
    expect((await fetch(new URL(script, origin))).status).toBe(200)

    const settings = { NUMERITO_DATA: data }
    const { tuid, held } = await takeFirstNumber(settings, origin)

    const askedAt = performance.now()
    expect(await server.end('SIGTERM')).toBe(0)
    expect(performance.now() - askedAt).toBeLessThan(ENDED_MS)

    expect(numerito(settings, 'clerk', 'ana.rojas')).toMatch(/^([a-z2-9]{4}-){3}[a-z2-9]{4}\n$/)
    server = await start(settings)
    expect(await held(server.origin)).toMatchObject({ tuid, state: 'waiting' })
  })

  describeWith(whyNotApart, 'as the first process of a container', () => {
    it('[KEEP-06] begins anew on what it left when it was killed, and ends by its signal with 0', async () => {
      const settings = { ...BARE, NUMERITO_DATA: at('first') }
      const begin = () => spawnServer(settings, [...APART, program(), 'start'])
      /** As it is called out here; within, it is number one. */
      const firstOf = ({ process: { pid } }: SpawnedServer) => {
        const first = Number(readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8'))
        expect(readFileSync(`/proc/${first}/status`, 'utf8')).toMatch(/^NSpid:.*\t1$/m)
        return first
      }
      server = await begin()
      const killed = once(server.process, 'exit')
      process.kill(firstOf(server), 'SIGKILL')
      await killed
      // Whoever held the data was number one as well: that it is running says nothing.
      server = await begin()
      expect((await fetch(`${server.origin}/readyz`)).status).toBe(200)
      const ended = once(server.process, 'exit')
      process.kill(firstOf(server), 'SIGTERM')
      expect(await ended).toEqual([0, null])
    })
  })

  onPostgres('whose operator keeps house with it', freshUrl => {
    it('[KEEP-01] [KEEP-02] backs up, looks, reads out, restores and moves, and the number is held everywhere', async () => {
      const home = { NUMERITO_DATA: at('home') }
      server = await start(home)
      const { tuid, held } = await takeFirstNumber(home, server.origin)
      const waits = { tuid, state: 'waiting' }

      const file = at('night.backup')
      expect(numerito(home, 'backup', file)).toContain('read again and whole')
      expect(numerito({}, 'backup', '--check', file)).toContain('is whole')
      // What it finds of the machine's clock, disk and network is this machine's.
      const looked = spawnSync(program(), ['check'], {
        cwd: '/',
        env: { ...BARE, ...home, HOST: '127.0.0.1', PORT: new URL(server.origin).port },
        encoding: 'utf8',
      })
      expect([looked.status, looked.stderr]).toEqual([/^fail/m.test(looked.stdout) ? 1 : 0, ''])
      for (const finding of [/^ok +server +runs/m, /^ok +database +the server says/m, /^(ok|warn) +push/m])
        expect(looked.stdout).toMatch(finding)
      expect(await server.end('SIGTERM')).toBe(0)
      expect(JSON.parse(numerito(home, 'person', 'export', PERSON.email, 'all'))).toMatchObject([
        { kept: { tickets: [{ id: tuid }] } },
      ])

      const restored = { NUMERITO_DATA: at('restored') }
      expect(numerito(restored, 'restore', file)).toContain('restored into')
      server = await start(restored)
      expect(await held(server.origin)).toMatchObject(waits)
      expect(await server.end('SIGTERM')).toBe(0)

      const databaseUrl = await freshUrl()
      expect(numerito(restored, 'move', '--to', databaseUrl)).toContain('serves no more')
      const secret = readFileSync(at('restored', 'secret'), 'utf8').trim()
      const moved = { DATABASE_URL: databaseUrl, NUMERITO_SECRET: secret }
      server = await start(moved)
      expect(await held(server.origin)).toMatchObject(waits)
      // Where the database is not the server's alone it is read out beside it.
      expect(JSON.parse(numerito(moved, 'person', 'export', PERSON.email, 'all'))).toMatchObject([
        { kept: { tickets: [{ id: tuid }] } },
      ])
    })
  })

  it('says what it is, in English and in Spanish, from wherever it is called', () => {
    const { version } = JSON.parse(readFileSync(join(unpacked, 'package.json'), 'utf8')) as {
      version: string
    }
    mkdirSync(at('links'))
    execFileSync('ln', ['-s', program(), at('links', 'numerito')])
    const linked = (...args: string[]) =>
      execFileSync(at('links', 'numerito'), args, { cwd: '/', env: BARE, encoding: 'utf8' })
    expect(linked('--version')).toBe(`${version}\n`)
    expect(linked()).toContain('starts the server')
    expect(linked('--lang', 'es')).toContain('inicia el servidor')
    for (const name of ['LICENSE', 'CHANGELOG.md', 'docs/operating/installing.md', 'packaging/proxies'])
      expect(existsSync(join(unpacked, name)), name).toBe(true)
    expect(readFileSync(join(unpacked, 'README.md'), 'utf8')).toContain('\nThis is a release: ')
  })

  it('lists what is in it, by version and hash, and holds no package that only builds or tests', () => {
    const list = JSON.parse(readFileSync(join(unpacked, 'contents.cdx.json'), 'utf8')) as {
      bomFormat: string
      components: { name: string; version: string; hashes: { content: string }[] }[]
    }
    expect(list.bomFormat).toBe('CycloneDX')
    const named = new Map(list.components.map(({ name, version }) => [`${name}@${version}`, name]))
    const modules = join(unpacked, 'node_modules')
    const lies = readdirSync(modules).flatMap(name =>
      name.startsWith('@') ? readdirSync(join(modules, name)).map(inner => `${name}/${inner}`) : [name],
    )
    for (const name of lies) {
      const { version } = JSON.parse(readFileSync(join(modules, name, 'package.json'), 'utf8')) as {
        version: string
      }
      expect(named.has(`${name}@${version}`), name).toBe(true)
    }
    // Built into the pages and the worker.
    for (const name of ['react', 'dexie', 'workbox-precaching']) expect([...named.values()]).toContain(name)
    for (const name of ['vite', 'typescript', 'vitest', 'react', 'rolldown']) expect(lies).not.toContain(name)
    for (const { name, hashes } of list.components)
      expect(hashes[0]?.content, name).toMatch(/^[0-9a-f]{128}$/)
  })

  it('for npm names exactly what it needs, and runs where npm puts it', () => {
    const place = at('npm', 'node_modules', 'numerito')
    mkdirSync(at('npm', 'node_modules'), { recursive: true })
    execFileSync('tar', ['-xzf', release.npmPackage], { cwd: at('npm') })
    // package.json and npm-shrinkwrap.json say the same: npm would refuse them otherwise.
    const npm = ['ci', '--omit=dev', '--dry-run', '--offline', '--no-audit', '--no-fund']
    execFileSync('npm', npm, { cwd: at('npm', 'package'), stdio: 'pipe' })
    renameSync(at('npm', 'package'), place)
    execFileSync('cp', ['-r', `${unpacked}/node_modules/.`, at('npm', 'node_modules')])
    const { bin } = JSON.parse(readFileSync(join(place, 'package.json'), 'utf8')) as {
      bin: { numerito: string }
    }
    const file = join(place, bin.numerito)
    expect(readFileSync(file, 'utf8')).toMatch(/^#!\/usr\/bin\/env node\n/)
    const said = execFileSync(process.execPath, [file, 'offices', 'check', at('offices.json')], {
      cwd: '/',
      env: BARE,
      encoding: 'utf8',
    })
    expect(said).toContain('is in order')
  })

  describeWith(
    findOnPath(['bwrap'])
      ? undefined
      : 'There is no bubblewrap here: install it (Debian: apt-get install bubblewrap).',
    'where nothing can be written but the data, and nobody is root',
    () => {
      it('serves all the same, and ends on SIGTERM', async () => {
        mkdirSync(at('only-data'))
        const inside = '/tmp/data'
        const sandbox =
          'bwrap --ro-bind / / --dev /dev --proc /proc --tmpfs /tmp ' +
          `--ro-bind ${unpacked} /tmp/numerito --bind ${at('only-data')} ${inside} --remount-ro /tmp ` +
          '--unshare-user --uid 10001 --gid 10001 --cap-drop ALL --die-with-parent --chdir /'
        server = await spawnServer({ ...BARE, NUMERITO_DATA: inside }, [
          ...(sandbox.split(' ') as [string, ...string[]]),
          '/tmp/numerito/bin/numerito',
          'start',
        ])
        expect((await fetch(`${server.origin}/readyz`)).status).toBe(200)
        expect(readdirSync(at('only-data')).toSorted()).toEqual(['database', 'operator.sock', 'secret'])
        const [pid = ''] = execFileSync('pgrep', ['-P', String(server.process.pid)], { encoding: 'utf8' })
          .trim()
          .split('\n')
        process.kill(Number(pid), 'SIGTERM')
        expect(await new Promise(resolve => server?.process.once('exit', resolve))).toBe(0)
      })
    },
  )
})
