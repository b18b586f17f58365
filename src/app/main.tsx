import '#src/ui/base.css'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { firstPaint } from '#src/platform/first-paint.ts'
import { isDesktop } from '#src/screens/shared/use-is-desktop.ts'
import { uiStore } from '#src/stores/ui-store.ts'
import { Application } from './application.tsx'
import { applyChoices } from './apply-choices.ts'
import { loadView } from './shell/view-shell.tsx'
import { provideLateParts, startLate } from './start-late.ts'
import { watchInstall } from './watch-install.ts'

uiStore.getState().readAddress(location.search)
watchInstall()
provideLateParts()
await Promise.all([applyChoices(), loadView(isDesktop())])
const place = document.getElementById('app')
// At once: left to the scheduler, an empty frame would be painted first, and the screen wait for the next.
if (place) flushSync(() => createRoot(place).render(<Application />))
void firstPaint().then(startLate)
