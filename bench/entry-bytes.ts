import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

/** What the home screen may weigh, in bytes after gzip. */
export const ENTRY_BYTES_MAX = { javascript: 88_000, css: 10_000, worker: 12_000 } as const

/**
 * What a phone has to have before it paints the home screen, beyond the entry itself: the entry loads these
 * at once, or holds them. Whoever leads the way to the first paint elsewhere names the new modules here.
 */
const BEFORE_FIRST_PAINT = ['src/app/shell/mobile-dock.tsx', 'src/screens/home/home-screen.tsx']
const ENTRY = 'index.html'
const INLINE_SCRIPT = /<script>[\s\S]*?<\/script>/g
const SOURCES = join(import.meta.dirname, '..')

/** What this reads of Vite's manifest. */
interface Chunk {
  file: string
  /** Keys of the chunks that it imports at once. */
  imports?: string[]
  css?: string[]
}

export interface EntryBytes {
  /** Bytes after gzip, each file by itself as it travels. */
  /** With what stands in the page itself. */
  javascript: number
  css: number
  worker: number
  /** The files that are counted, below the build's directory. */
  files: { javascript: string[]; css: string[] }
}

/**
 * What the home screen's first paint costs on a phone, by the built files.
 * @param directory the build's output
 * @param next modules, by their paths, that are counted as well
 * @throws where there is none, or where one of the modules that the first paint needs is no more
 */
export function entryBytes(directory: string, next: readonly string[] = []): EntryBytes {
  const manifest = readManifest(directory)
  const counted = new Set<string>()
  const chunks: Chunk[] = []
  const count = (key: string): void => {
    if (counted.has(key)) return
    counted.add(key)
    const chunk = chunkOf(manifest, key)
    chunks.push(chunk)
    chunk.imports?.forEach(count)
  }
  count(ENTRY)
  for (const module of [...BEFORE_FIRST_PAINT, ...next]) {
    if (!existsSync(join(SOURCES, module)))
      throw new Error(`${module} is no more: what is painted first now?`)
    // What is loaded by itself has a chunk under its own name. What has none is a part of those that import
    // it.
    if (module in manifest) count(module)
  }

  const unique = (files: string[]) => [...new Set(files)].sort()
  const javascript = unique(chunks.map(({ file }) => file).filter(file => file.endsWith('.js')))
  const css = unique(chunks.flatMap(chunk => chunk.css ?? []))
  const weigh = (files: string[]) => gzipBytes(directory, files)
  const inline = readFileSync(join(directory, ENTRY), 'utf8').match(INLINE_SCRIPT)?.join('') ?? ''
  return {
    javascript: weigh(javascript) + gzipSync(inline, { level: 9 }).length,
    css: weigh(css),
    worker: weigh([workerOf(directory)]),
    files: { javascript, css },
  }
}

/**
 * What one of the office's pages, which are built apart, costs before it is drawn: the page, its scripts and
 * its styles.
 * @param next modules, by their paths, without which it is not drawn either
 */
export function officePageBytes(directory: string, page: string, next: readonly string[] = []): number {
  const manifest = readManifest(directory, page)
  const files = new Set([`${page}.html`])
  const counted = new Set<string>()
  const count = (key: string): void => {
    if (counted.has(key)) return
    counted.add(key)
    const chunk = chunkOf(manifest, key)
    for (const file of [chunk.file, ...(chunk.css ?? [])]) files.add(file)
    chunk.imports?.forEach(count)
  }
  for (const key of [`${page}.html`, ...next]) count(key)
  return gzipBytes(directory, [...files])
}

/** What a part that is loaded by itself weighs, in bytes after gzip, without what it shares with others. */
export function ownBytes(directory: string, module: string): number {
  return gzipBytes(directory, [chunkOf(readManifest(directory), module).file])
}

type Chunks = Record<string, Chunk>

function chunkOf(manifest: Chunks, key: string): Chunk {
  const chunk = manifest[key]
  if (!chunk) throw new Error(`the build's manifest names no ${key}`)
  return chunk
}

function readManifest(directory: string, name = 'manifest'): Chunks {
  const manifestFile = join(directory, `.vite/${name}.json`)
  if (!existsSync(manifestFile)) throw new Error(`${directory} holds no build: npm run build makes one`)
  return JSON.parse(readFileSync(manifestFile, 'utf8')) as Chunks
}

/** What files of a directory weigh, each after gzip by itself, as they travel. */
export function gzipBytes(directory: string, files: readonly string[]): number {
  return files.reduce(
    (sum, file) => sum + gzipSync(readFileSync(join(directory, file)), { level: 9 }).length,
    0,
  )
}

/** Lies ready beside the worker, and no browser fetches it unless the operator takes the other one back. */
const WITHDRAWN = 'withdrawn-sw.js'

/** The one script beside index.html: everything else that the build makes lies in assets/. */
function workerOf(directory: string): string {
  const scripts = readdirSync(directory).filter(file => file.endsWith('.js') && file !== WITHDRAWN)
  const [worker] = scripts
  if (worker === undefined || scripts.length > 1) {
    throw new Error(`one worker is expected in ${directory}, there are: ${scripts.join(', ') || 'none'}`)
  }
  return worker
}
