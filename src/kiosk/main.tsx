import '#src/ui/base.css'
import '#src/ui/late-icons.ts'
import { i18n, type Messages } from '@lingui/core'
import { t } from '@lingui/core/macro'
import { I18nProvider } from '@lingui/react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { StrictMode, useCallback, useState } from 'react'
import { createRoot } from 'react-dom/client'
import type { Language } from '#contract/primitives.ts'
import { serviceUrl } from '#contract/service-hosts.ts'
import { messages as en } from '#locales/en/kiosk.po'
import { messages as es } from '#locales/es/kiosk.po'
import { messages as pt } from '#locales/pt/kiosk.po'
import { createClient } from '#src/api/client.ts'
import { deviceApi } from '#src/devices/device-api.ts'
import { enterDevice, SHUT_AGAIN_MS } from '#src/devices/enter-device.ts'
import { keepCookie } from '#src/devices/keep-cookie.ts'
import { firstLanguage } from '#src/domain/languages.ts'
import { browserClock } from '#src/platform/clock.ts'
import { readServiceHosts } from '#src/platform/environment.ts'
import { browserScreenLamp } from '#src/platform/screen-lamp.ts'
import { browserTimers, type TakeBack } from '#src/platform/timers.ts'
import { browserVoice } from '#src/platform/voice.ts'
import { isReplaced } from '#src/devices/newer-release.ts'
import { StandstillPage } from './standstill-page.tsx'
import { Kiosk } from './kiosk.tsx'
import { type KioskTools, KioskToolsProvider } from './kiosk-tools.ts'

/** All three are here: who changes the language has no connection to wait for. */
const catalogues: Record<Language, Messages> = { es, en, pt }
const AGAIN_MS = 3_000
const RELEASE_LOOK_MS = 10 * 60_000

const hosts = readServiceHosts(document)
let token: string | null = null
const api = deviceApi(
  createClient({
    clock: browserClock,
    baseOf: service => serviceUrl(hosts, service, location.origin),
    getToken: () => token,
    // Each question is told by its own failure.
    onSessionExpired() {},
    onTooManyRequests() {},
    onReached() {},
    onUnreached() {},
  }),
)
const root = createRoot(document.getElementById('kiosk') as HTMLElement)
const tools: KioskTools = {
  api,
  voice: browserVoice(window, browserTimers),
  // The cookie may know of a session that the token does not; where it does not either, it is over.
  onShut: () => void enter(),
}

function speak(language: Language): void {
  i18n.loadAndActivate({ locale: language, messages: catalogues[language] })
  document.documentElement.lang = language
}

function Application() {
  const [language, setLanguage] = useState<Language>(i18n.locale as Language)
  const change = useCallback((next: Language) => {
    speak(next)
    setLanguage(next)
  }, [])
  return <Kiosk language={language} onLanguage={change} />
}

/** Once more, later: one at a time, for it would draw the page anew under whoever stands there. */
let again: TakeBack | null = null

async function enter(): Promise<void> {
  again?.()
  const entry = await enterDevice(api, 'kiosk', location, () =>
    history.replaceState(null, '', location.pathname),
  )
  if (entry.kind === 'in') {
    token = entry.token
    const queries = new QueryClient()
    root.render(
      <StrictMode>
        <I18nProvider i18n={i18n}>
          <QueryClientProvider client={queries}>
            <KioskToolsProvider value={tools}>
              <Application />
            </KioskToolsProvider>
          </QueryClientProvider>
        </I18nProvider>
      </StrictMode>,
    )
    return
  }
  token = null
  const isShut = entry.kind === 'shut'
  root.render(
    <StandstillPage
      title={isShut ? t`Esta pantalla no tiene enlace` : t`Conectando…`}
      more={
        isShut
          ? t`El enlace fue revocado o no está completo. Pide uno nuevo a quien supervisa la oficina.`
          : t`Sin respuesta del servidor; seguimos probando`
      }
    />,
  )
  again = browserTimers.after(isShut ? SHUT_AGAIN_MS : AGAIN_MS, () => void enter())
}

const isInUse = () => document.body.hasAttribute('data-in-use')

/** Between two people: whoever stands before it must not see it go, and a number that comes must be read. */
async function lookForRelease(): Promise<void> {
  if (isInUse()) return
  const isOld = await isReplaced(import.meta.url, () => fetch(location.pathname, { cache: 'no-cache' }))
  if (isOld && !isInUse()) location.reload()
}

// Until it is known in which languages the office speaks.
speak(firstLanguage(null, navigator.languages))
browserTimers.every(RELEASE_LOOK_MS, () => void lookForRelease())
keepCookie(api, 'kiosk', location, browserTimers)
browserScreenLamp().keepLit()
void enter()
