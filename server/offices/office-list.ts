import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { type Kysely, sql } from 'kysely'
import type { Tables } from '#server/database/tables.ts'
import { acceptsEncoding } from '#server/web/accepts-encoding.ts'
import type { OfficesContext } from './offices-context.ts'
import { readOffices } from './read-offices.ts'

/** So long the list is given out without asking the database whether it changed. */
const TRUSTED_MS = 30_000
/** The best that costs less time than it saves: 11, the default, takes seconds for thousands of offices. */
const BROTLI_QUALITY = 5

export interface Representation {
  body: Buffer
  /** A strong entity tag: an encoding is another representation, so it has another one. */
  tag: string
  encoding: 'br' | 'gzip' | null
}

export interface OfficeList {
  /** The whole list as JSON, in the first of these encodings that it has. */
  representation(acceptEncoding: string | undefined): Promise<Representation>
  /** An office may be another one by now: who asks after so long has the database asked. */
  doubt(afterMs: number): void
}

interface Kept {
  version: string
  trustedUntil: number
  plain: Representation
  gzip: Representation
  br: Representation
}

/** Every change of a row gives it a younger transaction: no clock is asked, so none can be wrong. */
async function versionOf(db: Kysely<Tables>): Promise<string> {
  const { rows } = await sql<{ version: string }>`
    select count(*) || ' ' || coalesce(sum(xmin::text::bigint), 0) as version from offices`.execute(db)
  return rows[0]?.version ?? ''
}

async function represent(json: string): Promise<Omit<Kept, 'version' | 'trustedUntil'>> {
  const plain = Buffer.from(json)
  const [gzipped, brotli] = await Promise.all([
    promisify(gzip)(plain),
    promisify(brotliCompress)(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } }),
  ])
  const hash = createHash('sha256').update(plain).digest('base64url').slice(0, 27)
  return {
    plain: { body: plain, tag: `"${hash}"`, encoding: null },
    gzip: { body: gzipped, tag: `"${hash}-gz"`, encoding: 'gzip' },
    br: { body: brotli, tag: `"${hash}-br"`, encoding: 'br' },
  }
}

/**
 * GET /offices/web, the most asked-for answer and the largest: written and compressed once for each state of
 * the offices, not once for each asker. A change in the browser is heard of (`doubt`); a file that is loaded
 * is noticed within half a minute.
 */
export function createOfficeList({ database: { db }, clock }: OfficesContext): OfficeList {
  let kept: Kept | null = null
  let refreshing: Promise<Kept> | null = null
  let doubtedFrom: number | null = null

  async function refresh(): Promise<Kept> {
    // Before the offices: a load in between is then found by the next look.
    doubtedFrom = null
    const version = await versionOf(db)
    const content = kept?.version === version ? kept : await represent(JSON.stringify(await readOffices(db)))
    kept = { ...content, version, trustedUntil: clock.now().getTime() + TRUSTED_MS }
    return kept
  }

  async function current(): Promise<Kept> {
    const now = clock.now().getTime()
    const isDoubted = doubtedFrom !== null && doubtedFrom <= now
    if (kept && kept.trustedUntil > now && !isDoubted) return kept
    // What is being read may have been read before that of which somebody spoke.
    if (isDoubted) refreshing = null
    refreshing ??= refresh()
    const mine = refreshing
    try {
      return await mine
    } finally {
      if (refreshing === mine) refreshing = null
    }
  }

  return {
    async representation(acceptEncoding = '') {
      const { plain, gzip: gzipped, br } = await current()
      return [br, gzipped].find(({ encoding }) => acceptsEncoding(acceptEncoding, encoding ?? '')) ?? plain
    },
    doubt(afterMs) {
      const until = clock.now().getTime() + afterMs
      doubtedFrom = Math.min(doubtedFrom ?? until, until)
    },
  }
}
