import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { findOnPath } from './on-path.ts'
import { makeTemporaryDirectory } from './temporary-directory.ts'
import { waitFor } from './wait-for.ts'

const EXAMPLES = join(import.meta.dirname, '../../packaging/proxies')
/** Debian keeps servers where only root looks for programs. */
const PATH = `${process.env.PATH}:/usr/sbin`
const START_MS = 15_000

/** Where things are here, instead of where they are at an operator's. */
interface Places {
  folder: string
  port: number
  servers: readonly string[]
}

interface Kind {
  example: string
  /** The operator's file, made to fit this machine; what else it needs is written beside it. */
  fit(text: string, places: Places): string
  command(file: string): string[]
  reload(process: ChildProcess, file: string): void
}

const CERTIFICATES = { nginx: 'fullchain.pem', key: 'privkey.pem', both: 'numerito.pem' }

/** @throws where the example has nothing of the kind any more */
function put(text: string, what: string, by: string): string {
  if (!text.includes(what)) throw new Error(`the example says nothing of ${what}`)
  return text.replaceAll(what, by)
}

const withServers = (text: string, { servers }: Places) =>
  servers.reduce((changed, server, index) => put(changed, `10.0.0.1${index + 1}:4000`, server), text)
/** One after the other, so that a poll reaches the other server each time: the hardest for polls. */
const inTurn = (text: string, policy: string, by: string) => put(text, policy, by)
const withCertificates = (text: string, { folder }: Places) => put(text, '/etc/numerito/tls', folder)

export const PROXIES = {
  nginx: {
    example: 'nginx.conf',
    fit(text, places) {
      const { folder, port } = places
      const fitted = put(
        put(text, 'listen 80;', `listen unix:${folder}/plain.sock;`),
        'listen 443',
        `listen 127.0.0.1:${port}`,
      )
      const turned = inTurn(fitted, 'least_conn;', '')
      const site = withCertificates(withServers(turned, places), places)
      writeFileSync(join(folder, 'site.conf'), put(site, '/var/log/nginx', folder))
      return `daemon off;
${process.getuid?.() === 0 ? 'user root;' : ''}
pid ${folder}/pid;
error_log stderr warn;
events {}
http {
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxied;
  include ${folder}/site.conf;
}
`
    },
    command: file => ['nginx', '-e', 'stderr', '-c', file],
    reload: process => void process.kill('SIGHUP'),
  },
  Caddy: {
    example: 'Caddyfile',
    fit(text, places) {
      const global = `{
	admin unix/${places.folder}/admin.sock
	auto_https disable_redirects
	default_bind 127.0.0.1
}
`
      const site = put(text, 'numerito.example:443', `https://localhost:${places.port}`)
      const turned = inTurn(site, 'lb_policy least_conn', 'lb_policy round_robin')
      return global + withCertificates(withServers(turned, places), places)
    },
    command: file => ['caddy', 'run', '--config', file, '--adapter', 'caddyfile'],
    // Caddy takes no signal for it.
    reload: (_process, file) =>
      void execFileSync(
        'caddy',
        [
          'reload',
          '--force',
          '--config',
          file,
          '--adapter',
          'caddyfile',
          '--address',
          `unix/${join(file, '../admin.sock')}`,
        ],
        { stdio: 'pipe' },
      ),
  },
  HAProxy: {
    example: 'haproxy.cfg',
    fit(text, places) {
      const { folder, port } = places
      const bound = put(text, 'bind :80', `bind unix@${folder}/plain.sock`)
      const logged = put(bound, 'log /dev/log local0', 'log stdout format raw local0')
      // A test may not open as many files.
      const small = inTurn(
        put(logged, 'maxconn 50000', 'maxconn 1000'),
        'balance leastconn',
        'balance roundrobin',
      )
      return withCertificates(withServers(put(small, 'bind :443', `bind 127.0.0.1:${port}`), places), places)
    },
    command: file => ['haproxy', '-W', '-db', '-f', file],
    reload: process => void process.kill('SIGUSR2'),
  },
} satisfies Record<string, Kind>

export type ProxyName = keyof typeof PROXIES

/** What is missing for it, in a sentence; undefined where it is there. */
export function missingProxy(name: ProxyName): string | undefined {
  const program = name.toLowerCase()
  if (findOnPath([program], { PATH })) return undefined
  return `There is no ${name} here: install it (Debian: apt-get install ${program === 'nginx' ? 'nginx-light' : program}).`
}

export interface ProxyServer {
  origin: string
  /** What it said and logged until now. */
  output(): string
  /** Reads its file anew, as after a new certificate; serves all the while. */
  reload(): void
  close(): Promise<void>
}

/** The operator's example of packaging/proxies, in front of these servers, at this port of localhost. */
export async function startProxy(
  name: ProxyName,
  port: number,
  servers: readonly string[],
  tls: { cert: string; key: string },
): Promise<ProxyServer> {
  const kind: Kind = PROXIES[name]
  const directory = makeTemporaryDirectory('proxy')
  const folder = directory.path
  writeFileSync(join(folder, CERTIFICATES.nginx), tls.cert)
  writeFileSync(join(folder, CERTIFICATES.key), tls.key)
  writeFileSync(join(folder, CERTIFICATES.both), tls.cert + tls.key)
  mkdirSync(join(folder, 'home'))
  const file = join(folder, 'proxy.conf')
  const log = join(folder, 'numerito.log')
  const example = readFileSync(join(EXAMPLES, kind.example), 'utf8')
  writeFileSync(file, kind.fit(example, { folder, port, servers }))

  const [program = '', ...args] = kind.command(file)
  const child = spawn(program, args, {
    cwd: folder,
    env: { PATH, HOME: join(folder, 'home') },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', chunk => {
      output += String(chunk)
    })
  const exited = once(child, 'exit')
  const kill = () => child.kill('SIGKILL')
  process.on('exit', kill)
  const origin = `https://localhost:${port}`
  await waitFor(
    `${name} to serve`,
    async () => {
      if (child.exitCode !== null) throw new Error(`${name} ended with ${child.exitCode}:\n${output}`)
      return (await fetch(`${origin}/readyz`).catch(() => null))?.ok
    },
    START_MS,
  ).catch((error: Error) => {
    kill()
    throw new Error(`${error.message}\n${output}`)
  })
  return {
    origin,
    output: () => output + (existsSync(log) ? readFileSync(log, 'utf8') : ''),
    reload: () => kind.reload(child, file),
    async close() {
      child.kill('SIGTERM')
      await exited
      process.off('exit', kill)
      directory.remove()
    },
  }
}
