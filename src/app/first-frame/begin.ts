import { DESKTOP_BREAKPOINT_PX } from '#contract/limits.ts'
import { firstLanguage } from '#src/domain/languages.ts'
import { isTheme } from '#src/domain/themes.ts'
import { firstPaint } from '#src/platform/first-paint.ts'
import { readBrought } from '#src/platform/brought-along.ts'
import { browserSettings } from '#src/platform/settings.ts'
import { HOME_ROWS } from '#src/screens/home/home-rows.ts'
import { favoritesIn, heldIn } from '#src/stores/held-place.ts'
import { sayLanguage } from '#src/texts/say-language.ts'
import { applyTheme } from '../apply-theme.ts'
import { cure } from './cure.ts'
import { keepEarlyMessages } from './early-messages.ts'
import { keepEarlyOffer } from './early-offer.ts'
import { keepEarlyTranslations } from './early-translations.ts'
import { type BuiltFiles, fetchAhead } from './fetch-ahead.ts'
import { type FrameKind, frameId, notStartedId, type View } from './frame-id.ts'
import { offerHandOver } from './hand-over.ts'
import { fillList } from './list-slots.ts'
import { fillOfficeOf } from './office-slots.ts'
import { frameKindOf } from './screen-modules.ts'
import { withoutRefusedChannels } from './without-refused-channels.ts'

/**
 * Stands in the page itself, behind its frames. The build puts the application's own address in this one's
 * place.
 */
const application = () => import('numerito:application')

/** The build puts them in the place of this word. */
declare const __NUMERITO_FILES__: BuiltFiles

withoutRefusedChannels(window)
keepEarlyOffer(window)
keepEarlyMessages()
keepEarlyTranslations(window)
offerHandOver(window)
const settings = browserSettings(() => localStorage)
const language = firstLanguage(settings.read('language'), navigator.languages)
// The frames are read out, and offered for translation, before the application says so itself.
sayLanguage(language)
const theme = settings.read('theme')
if (isTheme(theme)) applyTheme(theme)
const view: View = matchMedia(`(min-width: ${DESKTOP_BREAKPOINT_PX}px)`).matches ? 'desktop' : 'mobile'

/** What a template of the page holds, or null where it has none of that name. */
function contentOf(id: string): DocumentFragment | null {
  const template = document.getElementById(id) as HTMLTemplateElement | null
  return template && (template.content.cloneNode(true) as DocumentFragment)
}

/** What one held when one was here last. */
const held = heldIn(settings)
/** About the height of a row. */
const ROW_PX = 96

/**
 * How many of a list's first rows can stand here: none where the address asks for others, or where what one
 * holds, or keeps as a favourite, will stand in their place.
 */
function rowsAt(kind: FrameKind): number {
  if (location.search !== '') return 0
  if (kind === 'search') return Math.ceil(innerHeight / ROW_PX)
  return held.length > 0 || favoritesIn(settings) > 0 ? 0 : HOME_ROWS[view]
}

/** Not where what one holds there stands above them, nor where the address asks for one of them. */
const showsLines = (slug: string) =>
  !location.pathname.includes('/lines/') && !held.some(({ officeSlug }) => officeSlug === slug)

const show = (content: DocumentFragment) => document.getElementById('app')?.replaceChildren(content)

/** What stands at this address before the application does, where that is known. */
function showFrame(): boolean {
  const kind = frameKindOf(location.pathname)
  // Parts of it may be hidden there; what is, the application knows.
  if (kind === null || location.search.includes('itemsToHide')) return false
  const frame = contentOf(frameId(kind, language, view))
  // The page as the worker holds it has home's alone: with everything on the device, the screen is as quick.
  if (!frame) return false
  const brought = readBrought(document) ?? { at: 0, answers: {} }
  fillList(brought, frame, rowsAt(kind))
  if (kind === 'office' && !fillOfficeOf(window)?.(brought, frame, showsLines)) return false
  show(frame)
  return true
}

function sayNotStarted(): void {
  show(contentOf(notStartedId(language)) ?? new DocumentFragment())
  document.querySelector('#app button')?.addEventListener('click', () => location.reload())
}

/**
 * Neither failing nor starting is not starting: what the worker holds on this device needs seconds, not
 * minutes.
 */
const HANGS_MS = 30_000

function start(): void {
  // Without a worker it comes over the network, which may be slow for as long as it likes.
  const isHeld = Boolean(navigator.serviceWorker?.controller)
  const hangs = isHeld ? setTimeout(() => void cure(sayNotStarted), HANGS_MS) : undefined
  // The first format of a page takes twenty times as long as any later one (Chromium reads its tables): while
  // the network is waited for, nobody waits for that.
  if (!isHeld) setTimeout(() => void new Intl.DateTimeFormat())
  void application().then(
    () => clearTimeout(hangs),
    () => {
      clearTimeout(hangs)
      void cure(sayNotStarted)
    },
  )
}

// What the worker holds is not far, and to ask it now would hold the frame up.
if (!navigator.serviceWorker?.controller) fetchAhead(__NUMERITO_FILES__, location.pathname, language, view)
// Evaluating the application would hold the frame up. A page in the background paints none before it is
// looked at.
if (showFrame() && !document.hidden) void firstPaint().then(start)
else start()
