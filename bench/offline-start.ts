import { join } from 'node:path'
import type { BrowserContext } from 'playwright-core'
import { migrate } from '#server/database/migrate.ts'
import { openDatabase } from '#server/database/open-database.ts'
import { findBrowser, howToInstall } from '#tests/support/browser-binary.ts'
import { goOffline, launchChromium } from '#tests/support/chromium.ts'
import { makeTemporaryDirectory } from '#tests/support/temporary-directory.ts'
import { gzipBytes } from './entry-bytes.ts'
import { atMost, failed, type Figure, kilobytes, milliseconds, shown, times } from './figure.ts'
import { fillOffices } from './growth/fill-offices.ts'
import { buildBarePage } from './offline-start/build-bare-page.ts'
import { type ColdStart, install, startCold, workerStopper } from './offline-start/cold-start.ts'
import { serveFolder } from './offline-start/serve-folder.ts'
import type { Served } from './listen-here.ts'
import { median } from './quantile.ts'
import { startServer } from './running-server.ts'

const NAME = 'Offline start, worker stopped: largest paint beside a bare React page’s'
const ROUNDS = 11
const MOST_TIMES_BARE = 1.3
/** So many offices does the home screen have to show. */
const OFFICES = 90
const DIST = join(import.meta.dirname, '../dist')

async function serveApplication(): Promise<Served> {
  const database = await openDatabase({ dataDirectory: ':memory:' })
  await migrate(database)
  await fillOffices(database, OFFICES)
  const server = await startServer(database, DIST)
  return {
    origin: server.origin,
    async close() {
      await server.close()
      await database.close()
    },
  }
}

async function race(context: BrowserContext, ours: string, bare: string): Promise<Figure[]> {
  const stopWorkers = await workerStopper(context)
  const starts = { ours: [] as ColdStart[], bare: [] as ColdStart[] }
  // The very first start of each is not counted: the browser's own caches are empty then.
  for (let round = 0; round <= ROUNDS; round++) {
    const own = await startCold(context, stopWorkers, ours)
    const least = await startCold(context, stopWorkers, bare)
    if (round === 0) continue
    starts.ours.push(own)
    starts.bare.push(least)
  }
  const beside = (what: 'firstPaint' | 'largestPaint') => {
    const own = median(starts.ours.map(start => start[what]))
    const least = median(starts.bare.map(start => start[what]))
    return { ratio: own / least, words: `${milliseconds(own)} : ${milliseconds(least)}` }
  }
  const largest = beside('largestPaint')
  const first = beside('firstPaint')
  const ready = median(starts.ours.map(start => start.ready))
  const barePaint = median(starts.bare.map(start => start.largestPaint))
  const { painted = 'nothing', scripts = [] } = starts.ours.at(-1) ?? {}
  const bytes = gzipBytes(
    DIST,
    scripts.map(script => script.slice(1)),
  )
  return [
    atMost(NAME, largest.ratio, MOST_TIMES_BARE, times, `${largest.words}; ${painted}`),
    shown('The same, first paint', `${times(first.ratio)} (${first.words})`),
    shown(
      'The same, until the application answers, beside that paint of the bare page',
      `${times(ready / barePaint)} (${milliseconds(ready)} : ${milliseconds(barePaint)})`,
    ),
    shown('Scripts that were there by then, gzip', `${kilobytes(bytes)} (${scripts.length} files)`),
  ]
}

/**
 * How soon somebody without a network sees the home screen, when nothing of the application runs any more.
 */
export async function measureOfflineStart(): Promise<Figure[]> {
  if (!findBrowser('Chromium')) return [failed(NAME, howToInstall('Chromium'))]
  const { path, remove } = makeTemporaryDirectory('bench-bare-page')
  const servers: Served[] = []
  const closeServers = () => Promise.all(servers.splice(0).map(server => server.close()))
  try {
    await buildBarePage(path)
    const bare = await serveFolder(path)
    servers.push(bare)
    const ours = await serveApplication()
    servers.push(ours)
    const { context, close } = await launchChromium({ persistent: true })
    try {
      await install(context, ours.origin)
      await install(context, bare.origin)
      // Without a network, and without anybody who could answer if there were one.
      await closeServers()
      await goOffline(context)
      return await race(context, ours.origin, bare.origin)
    } finally {
      await close()
    }
  } finally {
    await closeServers()
    remove()
  }
}
