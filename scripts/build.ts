import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const root = join(import.meta.dirname, '..')
const dist = join(root, 'dist')
const stamp = join(dist, '.built')
const SOURCES = [
  'src',
  'sw',
  'contract',
  'locales',
  'public',
  'index.html',
  'desk.html',
  'kiosk.html',
  'wall.html',
  'vite.config.ts',
  'scripts/apart-entries.ts',
  'scripts/build-one.ts',
  'scripts/chunk-groups.ts',
  'scripts/first-frame.ts',
  'scripts/manifests.ts',
  'scripts/withdrawn-worker.ts',
  'package.json',
  'package-lock.json',
]
const COMPRESSIBLE = /\.(js|css|html|svg|webmanifest|json)$/

function newest(path: string): number {
  const stat = statSync(path)
  if (!stat.isDirectory()) return stat.mtimeMs
  return readdirSync(path).reduce((latest, name) => Math.max(latest, newest(join(path, name))), stat.mtimeMs)
}

/** Whether dist/ was made after the last change of anything it is made of. */
function isUpToDate(): boolean {
  if (!existsSync(stamp)) return false
  const builtAt = statSync(stamp).mtimeMs
  return SOURCES.every(source => newest(join(root, source)) <= builtAt)
}

/** The server sends these as they lie: compressing at each request would cost more than the answer. */
function precompress(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) precompress(path)
    else if (COMPRESSIBLE.test(entry.name)) {
      const body = readFileSync(path)
      writeFileSync(`${path}.gz`, gzipSync(body, { level: 9 }))
      writeFileSync(
        `${path}.br`,
        brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
      )
    }
  }
}

/**
 * Builds the application into dist/ unless what lies there is up to date.
 * @throws when Vite fails: it writes dist/sw.js even then, so only its exit code tells
 */
export function buildApplication({ say }: { say: (text: string) => void }): void {
  if (isUpToDate()) return
  say('building the application …')
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(root, 'node_modules/vite/bin/vite.js'), 'build', '--logLevel', 'warn'],
    // Whoever builds from within a test would get the libraries' halves for developing.
    { cwd: root, encoding: 'utf8', env: { ...process.env, NODE_ENV: 'production' } },
  )
  if (status !== 0) throw new Error(`the build failed:\n${stdout}${stderr}`)
  precompress(dist)
  writeFileSync(stamp, '')
}

if (import.meta.main) buildApplication({ say: text => console.log(`numerito: ${text}`) })
