import '#src/ui/base.css'
import './first-frame/frame-styles.ts'
import './first-frame/not-started.css'
import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { letGoWhenLeft } from '#src/platform/let-go-when-left.ts'
import { uiStore } from '#src/stores/ui-store.ts'
import { loadCatalog } from '#src/texts/load-catalog.ts'
import { Application } from './application.tsx'
import { applyTheme } from './apply-theme.ts'
import { watchToBeginAnew } from './begin-anew.ts'
import { comeAtLast } from './come-at-last.ts'
import { firstScreen, sayFirstScreen } from './first-screen.ts'
import { handOverOf } from './first-frame/hand-over.ts'
import { provideLateParts } from './provide-late-parts.ts'

/**
 * Applies the choices of this device, now and whenever they change.
 * @returns when the texts are there, and something can be shown; undefined where they are there already
 */
function applyChoices(): Promise<void> | undefined {
  const { language, theme } = uiStore.getState()
  applyTheme(theme)
  uiStore.subscribe((now, before) => {
    if (now.theme !== before.theme) applyTheme(now.theme)
    if (now.language !== before.language) loadCatalog(now.language)?.catch(reportError)
  })
  return loadCatalog(language)
}

uiStore.getState().readAddress(location.search)
// Before anything is asked for: what a page that is left already begins, never ends.
letGoWhenLeft(window, () => location.reload())
provideLateParts(firstScreen)
const words = applyChoices()
// Spanish waits for nothing, not even for a turn of the loop.
if (words) await words

const frame = document.getElementById('app')
if (frame) {
  const place = document.createElement('div')
  place.id = frame.id
  const stands = () => {
    performance.mark('application')
    sayFirstScreen()
  }
  // When React has done its work: what is typed into a screen that it is just drawing, it takes back.
  const show = () =>
    queueMicrotask(() => (frame.isConnected ? handOverOf(window)?.(frame, place, stands) : stands()))
  // Where nothing stands the way on is shown at once; a frame stays until there is a screen to put there.
  if (!frame.firstElementChild) frame.replaceWith(place)
  // In small steps, for whoever types in the frame meanwhile.
  startTransition(() => createRoot(place).render(<Application onScreen={show} />))
}

watchToBeginAnew()
void firstScreen()
  .then(() => comeAtLast(() => import('./start-late.ts')))
  .then(late => late.startLate())
  .catch(reportError)
