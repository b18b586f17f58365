import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { Suspense, useEffect } from 'react'
import { Link } from 'wouter'
import { late } from '#src/screens/shared/late.ts'
import { LinkProvider } from '#src/ui/link.tsx'
import { Boundary } from './boundary.tsx'
import { firstScreen } from './first-screen.ts'
import { Routes } from './routes.tsx'
import { ScreenLost } from './screen-lost.tsx'
import { ViewShell } from './shell/view-shell.tsx'
import { ShownPlace } from './shown-place.tsx'

const Overlays = late(() => import('./shell/overlays.tsx'), { after: firstScreen })

export interface ApplicationProps {
  /** The first screen can be seen, or it is said that there is none; perhaps more than once. */
  onScreen: () => void
}

/**
 * Beside what may be waited for: it is there when that is, and hears of each change: what is typed into a
 * screen that does not yet listen to the address, which is where a search is kept, is taken back.
 */
function WhenHere({ call }: { call: () => void }) {
  useEffect(call, [call])
  return null
}

/**
 * The whole of it: providers, the view for this width, the screen, and what may lie over any screen. Nothing
 * is put in the place of a screen that has not come: all of it waits, and what stood there before stays.
 */
export function Application({ onScreen }: ApplicationProps) {
  return (
    <I18nProvider i18n={i18n}>
      <LinkProvider value={Link}>
        <ShownPlace>
          <ViewShell>
            <Boundary lost={<ScreenLost />} onFailed={onScreen}>
              <Routes />
              <WhenHere call={onScreen} />
            </Boundary>
          </ViewShell>
          <Boundary lost={null}>
            <Suspense>
              <Overlays />
            </Suspense>
          </Boundary>
        </ShownPlace>
      </LinkProvider>
    </I18nProvider>
  )
}
