import '#src/ui/base.css'
import './first-frame/frame-styles.ts'
import './first-frame/not-started.css'
import { startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { firstPaint } from '#src/platform/first-paint.ts'
import { letGoWhenLeft } from '#src/platform/let-go-when-left.ts'
import { uiStore } from '#src/stores/ui-store.ts'
import { Application } from './application.tsx'
import { applyChoices } from './apply-choices.ts'
import { handOverOf } from './first-frame/hand-over.ts'
import { provideLateParts } from './provide-late-parts.ts'

uiStore.getState().readAddress(location.search)
// Before anything is asked for: what a page that is left already begins, never ends.
letGoWhenLeft(window, () => location.reload())
let isShown = () => {}
const shown = new Promise<void>(resolve => {
  isShown = resolve
})
provideLateParts(shown)
const words = applyChoices()
// Spanish waits for nothing, not even for a turn of the loop.
if (words) await words

const frame = document.getElementById('app')
if (frame) {
  const place = document.createElement('div')
  place.id = frame.id
  const stands = () => {
    performance.mark('application')
    isShown()
  }
  // When React has done its work: what is typed into a screen that it is just drawing, it takes back.
  const show = () =>
    queueMicrotask(() => (frame.isConnected ? handOverOf(window)?.(frame, place, stands) : stands()))
  // Where nothing stands the way on is shown at once; a frame stays until there is a screen to put there.
  if (!frame.firstElementChild) frame.replaceWith(place)
  // In small steps, for whoever types in the frame meanwhile.
  startTransition(() => createRoot(place).render(<Application onScreen={show} />))
}
void firstPaint()
  .then(() => shown)
  .then(async () => (await import('./start-late.ts')).startLate())
  .catch(reportError)
