import '#src/ui/base.css'
import './first-frame/not-started.css'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { firstPaint } from '#src/platform/first-paint.ts'
import { letGoWhenLeft } from '#src/platform/let-go-when-left.ts'
import { uiStore } from '#src/stores/ui-store.ts'
import { Application } from './application.tsx'
import { applyChoices } from './apply-choices.ts'
import { handOver } from './first-frame/hand-over.ts'
import { provideLateParts, startLate } from './start-late.ts'
import { watchInstall } from './watch-install.ts'

uiStore.getState().readAddress(location.search)
watchInstall()
letGoWhenLeft(window, () => location.reload())
provideLateParts()
const words = applyChoices()
// Spanish waits for nothing, not even for a turn of the loop: an empty frame would be painted in it.
if (words) await words
const place = document.getElementById('app')
if (place) {
  // At once: left to the scheduler, an empty frame would be painted first, and the screen wait for the next.
  handOver(place, () => flushSync(() => createRoot(place).render(<Application />)))
  performance.mark('application')
}
void firstPaint().then(startLate)
