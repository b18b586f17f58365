import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify'
import { BROUGHT_ID, type BroughtAlong, type BroughtFrame } from '#contract/brought-along.ts'
import { inLane } from '#server/database/lanes.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Timers } from '#server/platform/timers.ts'
import type { PageContent, PageContentOf } from '#server/web/page-content.ts'
import { type Page, pageSender } from './pages.ts'
import { plainPath } from './plain-path.ts'

/** So long one page is sent to everybody who opens it: a poster is read by many in the same moment. */
export const PAGE_SHARED_MS = 100
/** Pages at once; whoever invents addresses has them made one by one. */
const SHARED_MAX = 200
/** Of different pages, e.g. while somebody tries out addresses. The others go as they were built. */
const UNDER_WAY_MAX = 16
/** What takes longer is asked for by the screen itself, which says what it waits for. */
const PATIENCE_MS = 400

/** What the pages of the application need to say what belongs to their addresses. */
export interface LivePageOptions {
  contentOf: PageContentOf
  /** The public ones, the first of which is named; may grow until the server listens. */
  origins: readonly string[]
  clock: Clock
  timers: Timers
  log: FastifyBaseLogger
}

type Preview = NonNullable<PageContent['preview']>

const TITLE = /<title>[^<]*<\/title>/
const DESCRIPTION = /<meta name="description" content="[^"]*" \/>/
const PLACE = '<div id="app">'

const escapeText = (text: string) => text.replace(/[&<>"]/g, sign => `&#${sign.charCodeAt(0)};`)
/** Nothing in it may end the element in which it stands. */
const escapeJson = (json: string) => json.replaceAll('<', '\\u003c')

function previewTags({ title, description, path, structuredData }: Preview, origin: string): string {
  const address = origin + path
  const said = { '@context': 'https://schema.org', ...structuredData, url: address }
  const named = (name: string, content: string) =>
    `<meta property="og:${name}" content="${escapeText(content)}">`
  return [
    named('type', 'website'),
    named('site_name', 'Numerito'),
    named('title', title),
    named('description', description),
    named('url', address),
    named('image', `${origin}/icons/icon-512.png`),
    `<link rel="canonical" href="${escapeText(address)}">`,
    `<script type="application/ld+json">${escapeJson(JSON.stringify(said))}</script>`,
  ].join('')
}

function withPreview(html: string, preview: Preview, origin: string): string {
  const description = `<meta name="description" content="${escapeText(preview.description)}" />`
  return html
    .replace(TITLE, () => `<title>${escapeText(preview.title)} · Numerito</title>`)
    .replace(DESCRIPTION, () => description)
    .replace('</head>', end => previewTags(preview, origin) + end)
}

/** JSON that no browser runs, and the page's script reads. */
function broughtTag(brought: BroughtAlong): string {
  if (Object.keys(brought.answers).length === 0) return ''
  return `<script type="application/json" id="${BROUGHT_ID}">${escapeJson(JSON.stringify(brought))}</script>`
}

/** The page as it was built. */
export interface BuiltPage {
  /** As it goes to everybody. */
  html: string
  /** Sends that, for addresses that have nothing of their own. */
  still: Page
  /** The tops of the screens, for those addresses at which they stand. */
  frames: Readonly<Record<BroughtFrame, string>>
  /** False where the services stand elsewhere, whose answers they are. */
  bringsAnswers: boolean
}

/**
 * The page of the application with what belongs to its address: a title and a preview for those who run no
 * script, the top of its screen, and what that would ask for first.
 */
export function livePage({ html, still, frames, bringsAnswers }: BuiltPage, options: LivePageOptions): Page {
  const { contentOf, origins, clock, timers, log } = options
  const shared = new Map<string, Promise<Page>>()
  let underWay = 0

  async function contentOrNull(path: string): Promise<PageContent | null> {
    if (underWay >= UNDER_WAY_MAX) return null
    underWay += 1
    try {
      return await inLane('readers', () => contentOf(path))
    } catch (error) {
      log.warn({ err: error }, 'a page goes without its content')
      return null
    } finally {
      underWay -= 1
    }
  }

  /** Null when it fails or takes too long: the page is worth more than what it brings. */
  async function contentInTime(path: string): Promise<PageContent | null> {
    const { promise: tooLate, resolve } = Promise.withResolvers<null>()
    const stop = timers.after(PATIENCE_MS, () => resolve(null))
    const content = await Promise.race([contentOrNull(path), tooLate])
    stop()
    return content
  }

  async function make(path: string): Promise<Page> {
    const content = await contentInTime(path)
    if (!content) return still
    const { preview, frame, head = [] } = content
    const answers = bringsAnswers ? content.answers : {}
    const brought =
      broughtTag({ at: clock.now().getTime(), answers, ...(head.length > 0 && { head }) }) +
      (frame ? frames[frame] : '')
    const said = preview ? withPreview(html, preview, origins[0] ?? '') : html
    const text = said.replace(PLACE, place => brought + place)
    return pageSender(text, { lasts: false })
  }

  function pageOf(path: string): Promise<Page> {
    const known = shared.get(path)
    if (known) return known
    const page = make(path)
    if (shared.size < SHARED_MAX) {
      shared.set(path, page)
      timers.after(PAGE_SHARED_MS, () => shared.delete(path))
    }
    return page
  }

  return async (request: FastifyRequest, reply: FastifyReply) =>
    (await pageOf(plainPath(request.url)))(request, reply)
}
