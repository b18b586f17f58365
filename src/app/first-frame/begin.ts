import { DESKTOP_BREAKPOINT_PX } from '#contract/limits.ts'
import { isLanguage, preferredLanguage } from '#src/domain/languages.ts'
import { isTheme } from '#src/domain/themes.ts'
import { firstPaint } from '#src/platform/first-paint.ts'
import { browserSettings } from '#src/platform/settings.ts'
import { applyTheme } from '../apply-theme.ts'
import { frameId } from './frame-id.ts'

/** Stands in the page itself, behind its frames. The build puts the application's own address in this one's place. */
const start = () => import('numerito:application')

const settings = browserSettings(() => localStorage)
const theme = settings.read('theme')
if (isTheme(theme)) applyTheme(theme)

function showFrame(): boolean {
  if (location.pathname !== '/') return false
  const language = settings.read('language')
  const isDesktop = matchMedia(`(min-width: ${DESKTOP_BREAKPOINT_PX}px)`).matches
  const id = frameId(
    isLanguage(language) ? language : preferredLanguage(navigator.languages),
    isDesktop ? 'desktop' : 'mobile',
  )
  const frame = document.getElementById(id) as HTMLTemplateElement
  document.getElementById('app')?.append(frame.content)
  return true
}

// Evaluating the application would hold the frame up. A page in the background paints none before it is looked at.
if (showFrame() && !document.hidden) void firstPaint().then(start)
else void start()
