import { DESKTOP_BREAKPOINT_PX } from '#contract/limits.ts'
import { firstLanguage } from '#src/domain/languages.ts'
import { isTheme } from '#src/domain/themes.ts'
import { firstPaint } from '#src/platform/first-paint.ts'
import { browserSettings } from '#src/platform/settings.ts'
import { applyTheme } from '../apply-theme.ts'
import { cure } from './cure.ts'
import { keepEarlyOffer } from './early-offer.ts'
import { frameId, notStartedId } from './frame-id.ts'

/**
 * Stands in the page itself, behind its frames. The build puts the application's own address in this one's
 * place.
 */
const application = () => import('numerito:application')

keepEarlyOffer(window)
const settings = browserSettings(() => localStorage)
const language = firstLanguage(settings.read('language'), navigator.languages)
// The frames are read out, and offered for translation, before the application says so itself.
document.documentElement.lang = language
const theme = settings.read('theme')
if (isTheme(theme)) applyTheme(theme)

/** Puts what a template of the page holds where the application belongs. */
function show(id: string): void {
  const { content } = document.getElementById(id) as HTMLTemplateElement
  document.getElementById('app')?.replaceChildren(content.cloneNode(true))
}

function showFrame(): boolean {
  if (location.pathname !== '/') return false
  const isDesktop = matchMedia(`(min-width: ${DESKTOP_BREAKPOINT_PX}px)`).matches
  show(frameId(language, isDesktop ? 'desktop' : 'mobile'))
  return true
}

function sayNotStarted(): void {
  show(notStartedId(language))
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
  void application().then(
    () => clearTimeout(hangs),
    () => {
      clearTimeout(hangs)
      void cure(sayNotStarted)
    },
  )
}

// Evaluating the application would hold the frame up. A page in the background paints none before it is
// looked at.
if (showFrame() && !document.hidden) void firstPaint().then(start)
else start()
