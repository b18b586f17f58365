// The browsers and servers that the tests need beside Node: found, or installed where that is allowed (root
// on a machine with apt), or their absence is said; with CI=true absence fails.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'

const onPath = name => spawnSync('sh', ['-c', `command -v ${name}`]).status === 0
const postgresRoot = '/usr/lib/postgresql'

const NEEDS = [
  {
    what: 'Chromium',
    package: 'chromium',
    for: 'screens, the service worker, installation, offline',
    found: () => onPath('chromium') || onPath('google-chrome'),
  },
  {
    what: 'Chromium without a window',
    package: 'chromium-headless-shell',
    for: 'screens, with less of the processor',
    instead: 'Chromium itself',
    found: () => onPath('chromium-headless-shell'),
  },
  {
    what: 'Firefox',
    package: 'firefox-esr',
    for: 'a push that is really subscribed, delivered and clicked',
    found: () => onPath('firefox-esr') || onPath('firefox'),
  },
  {
    what: 'PostgreSQL',
    package: 'postgresql',
    for: 'the same tests on the second database',
    found: () =>
      onPath('initdb') ||
      (existsSync(postgresRoot) &&
        readdirSync(postgresRoot).some(version => existsSync(`${postgresRoot}/${version}/bin/initdb`))),
  },
  {
    what: 'PgBouncer',
    package: 'pgbouncer',
    for: 'a pooler between the server and its PostgreSQL',
    found: () => onPath('pgbouncer') || existsSync('/usr/sbin/pgbouncer'),
  },
  {
    what: 'coturn',
    package: 'coturn',
    for: 'a video call that goes through a TURN server alone',
    found: () => onPath('turnserver'),
  },
  {
    what: 'WebKit',
    package: 'webkit2gtk-driver',
    for: 'the engine of every browser on an iPhone',
    found: () => onPath('WebKitWebDriver'),
  },
  {
    what: 'Xvfb',
    package: 'xvfb',
    for: 'a screen in memory, before which WebKit stands',
    found: () => onPath('Xvfb'),
  },
  {
    what: 'D-Bus',
    package: 'dbus',
    for: 'the message bus without which WebKit does not start',
    found: () => onPath('dbus-run-session'),
  },
  {
    what: 'promtool',
    package: 'prometheus',
    for: 'the alert rules, read and tried by Prometheus’ own tool',
    found: () => onPath('promtool'),
  },
  ...['nginx', 'caddy', 'haproxy'].map(program => ({
    what: program,
    package: program === 'nginx' ? 'nginx-light' : program,
    for: 'two servers behind a proxy that an operator may have',
    // Where only root looks for programs.
    found: () => onPath(program) || existsSync(`/usr/sbin/${program}`),
  })),
  {
    what: 'bubblewrap',
    package: 'bubblewrap',
    for: 'a release where nothing can be written but its data',
    found: () => onPath('bwrap'),
  },
]

export function prepareMachine({ say }) {
  let missing = NEEDS.filter(need => !need.found())
  if (missing.length === 0) return
  if (process.getuid?.() === 0 && onPath('apt-get')) {
    say(`installing ${missing.map(need => need.package).join(', ')} for the tests (apt-get) …`)
    // As in a machine that is being mended (runlevel 1): a server that is installed for a test does not begin
    // to serve.
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }
    spawnSync('apt-get', ['update', '-qq'], { stdio: 'inherit', env })
    const install = needs =>
      spawnSync(
        'apt-get',
        ['install', '-y', '-qq', '--no-install-recommends', ...needs.map(need => need.package)],
        { stdio: ['ignore', 'ignore', 'inherit'], env },
      )
    // All at once, which takes half the time; then one by one: a package that this Debian has not takes the
    // others with it.
    install(missing)
    for (const need of missing.filter(need => !need.found())) install([need])
    missing = missing.filter(need => !need.found())
  }
  for (const need of missing.filter(({ instead }) => instead))
    say(`not here: ${need.what} (Debian package ${need.package}); ${need.instead} stands in for it`)
  missing = missing.filter(({ instead }) => !instead)
  for (const need of missing)
    say(
      `MISSING: ${need.what} (Debian package ${need.package}); without it these tests are skipped: ${need.for}`,
    )
  if (missing.length > 0 && process.env.CI === 'true') {
    console.error('numerito: with CI=true nothing may be skipped')
    process.exit(1)
  }
}
