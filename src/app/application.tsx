import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { lazy, Suspense } from 'react'
import { Link } from 'wouter'
import { useIsDesktop } from '#src/screens/shared/use-is-desktop.ts'
import { screenWords } from '#src/texts/load-catalog.ts'
import { LinkProvider } from '#src/ui/link.tsx'
import { Routes } from './routes.tsx'
import { ScreenBoundary } from './screen-boundary.tsx'

const MobileShell = lazy(() => import('./shell/mobile-shell.tsx'))
const DesktopShell = lazy(() => import('./shell/desktop-shell.tsx'))
const Overlays = lazy(async () => (await Promise.all([import('./shell/overlays.tsx'), screenWords()]))[0])

/** The whole of it: providers, the view for this width (SHELL-01), the screen, and what may lie over any screen. */
export function Application() {
  const Shell = useIsDesktop() ? DesktopShell : MobileShell
  return (
    <I18nProvider i18n={i18n}>
      <LinkProvider value={Link}>
        <Suspense>
          <Shell>
            <ScreenBoundary>
              <Suspense>
                <Routes />
              </Suspense>
            </ScreenBoundary>
          </Shell>
        </Suspense>
        <Suspense>
          <Overlays />
        </Suspense>
      </LinkProvider>
    </I18nProvider>
  )
}
