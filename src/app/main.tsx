import '#src/ui/base.css'
import { createRoot } from 'react-dom/client'
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
if (place) createRoot(place).render(<Application />)
// The second frame: the first has been painted by then.
requestAnimationFrame(() => requestAnimationFrame(startLate))
