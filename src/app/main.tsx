import '#src/ui/base.css'
import { createRoot } from 'react-dom/client'
import { uiStore } from '#src/stores/ui-store.ts'
import { Application } from './application.tsx'
import { applyChoices } from './apply-choices.ts'
import { startLate } from './start-late.ts'
import { watchInstall } from './watch-install.ts'

uiStore.getState().readAddress(location.search)
watchInstall()
startLate()
await applyChoices()
const place = document.getElementById('app')
if (place) createRoot(place).render(<Application />)
