import '#src/ui/base.css'
import '#src/ui/late-icons.ts'
import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import type { Service } from '#contract/bases.ts'
import { serviceUrl } from '#contract/service-hosts.ts'
import { createClient } from '#src/api/client.ts'
import { createFileClient } from '#src/api/file-client.ts'
import { firstLanguage } from '#src/domain/languages.ts'
import { browserClock } from '#src/platform/clock.ts'
import { readServiceHosts } from '#src/platform/environment.ts'
import { browserSettings } from '#src/platform/settings.ts'
import { Desk } from './desk.tsx'
import { deskApi } from './desk-api.ts'
import { DeskToolsProvider } from './desk-tools.ts'
import { loadLanguage } from './load-language.ts'
import { resumeSession } from './resume-session.ts'
import { createSessionStore } from './session-store.ts'

const hosts = readServiceHosts(document)
const session = createSessionStore()
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
  onReached() {},
  onUnreached() {},
})
const api = deskApi(client, createFileClient(access))
const settings = browserSettings(() => localStorage)
const tools = { api, client, session, settings }

void resumeSession(api, session)
const language = firstLanguage(settings.read('language'), navigator.languages)
await loadLanguage(i18n, language, document.documentElement)
createRoot(document.getElementById('desk') as HTMLElement).render(
  <StrictMode>
    <I18nProvider i18n={i18n}>
      <QueryClientProvider client={new QueryClient()}>
        <DeskToolsProvider value={tools}>
          <Desk />
        </DeskToolsProvider>
      </QueryClientProvider>
    </I18nProvider>
  </StrictMode>,
)
