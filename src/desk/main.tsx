import '#src/ui/base.css'
import '#src/ui/late-icons.ts'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import type { Service } from '#contract/bases.ts'
import { serviceUrl } from '#contract/service-hosts.ts'
import { createClient } from '#src/api/client.ts'
import { createFileClient } from '#src/api/file-client.ts'
import { firstLanguage } from '#src/domain/languages.ts'
import { bearTranslators } from '#src/platform/bear-translators.ts'
import { browserClock } from '#src/platform/clock.ts'
import { ServerTime } from '#src/platform/server-time.ts'
import { readServiceHosts } from '#src/platform/environment.ts'
import { browserSettings } from '#src/platform/settings.ts'
import { browserTimers } from '#src/platform/timers.ts'
import { Desk } from './desk.tsx'
import { doorApi } from './door-api.ts'
import { DoorToolsProvider } from './door-tools.ts'
import { watchSteps } from './leave-guard.ts'
import { loadLanguage } from './load-language.ts'
import { resumeSession } from './resume-session.ts'
import { createSessionStore } from './session-store.ts'

const hosts = readServiceHosts(document)
const session = createSessionStore()
const time = new ServerTime(() => performance.now())
/** Before the server's first answer there is nothing to read a clock for but a guess. */
const clock = { now: () => time.now() ?? browserClock.now() }
const access = {
  baseOf: (service: Service) => serviceUrl(hosts, service, location.origin),
  getToken: session.getToken,
  onSessionExpired: session.expire,
}
const client = createClient({
  ...access,
  clock: browserClock,
  // Each screen is told by the failure of its own question.
  onTooManyRequests() {},
  onReached: date => void (date && time.hear(date)),
  onUnreached() {},
})
const api = doorApi(client)
const settings = browserSettings(() => localStorage)
const fetchFile = createFileClient(access)
const tools = { api, client, clock, fetchFile, session, settings, timers: browserTimers }

bearTranslators(window)
watchSteps()
void resumeSession(api, session)
const language = firstLanguage(settings.read('language'), navigator.languages)
await loadLanguage(i18n, language, document.documentElement)
createRoot(document.getElementById('desk') as HTMLElement).render(
  <StrictMode>
    <I18nProvider i18n={i18n}>
      <DoorToolsProvider value={tools}>
        <Desk />
      </DoorToolsProvider>
    </I18nProvider>
  </StrictMode>,
)
