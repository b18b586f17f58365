import { type ReactNode, Suspense } from 'react'
import { lazily } from '#src/screens/shared/late.ts'
import { useIsDesktop } from '#src/screens/shared/use-is-desktop.ts'
import { BottomDock } from '#src/ui/shell/bottom-dock.tsx'
import { ViewFrame } from '#src/ui/shell/frames.tsx'
import { Boundary } from '../boundary.tsx'
import { BarPlace } from './bar-place.tsx'
import { DockPlace, RailPlace } from './places.tsx'
import { useShowsNav } from './use-shows-nav.ts'

const MobileDock = lazily(() => import('./mobile-dock.tsx'))
const DesktopRail = lazily(() => import('./desktop-rail.tsx'))

/**
 * The view for this width, each fetched when it is first needed (SHELL-01). The screen does not wait for it:
 * where the destinations will stand is kept free, and what one came for is painted at once.
 */
export function ViewShell({ children }: { children: ReactNode }) {
  const isDesktop = useIsDesktop()
  const showsNav = useShowsNav()
  return (
    <ViewFrame
      view={isDesktop ? 'desktop' : 'mobile'}
      rail={
        <Boundary lost={null}>
          <Suspense fallback={<RailPlace />}>
            <DesktopRail />
          </Suspense>
        </Boundary>
      }
      dock={
        <BottomDock>
          <Boundary lost={null}>
            <Suspense
              fallback={
                <>
                  <BarPlace />
                  {showsNav && <DockPlace />}
                </>
              }
            >
              <MobileDock />
            </Suspense>
          </Boundary>
        </BottomDock>
      }
    >
      {children}
    </ViewFrame>
  )
}
