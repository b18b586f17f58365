import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import { useIsDesktop } from '#src/screens/shared/use-is-desktop.ts'

interface ShellProps {
  children: ReactNode
}

const loadMobile = () => import('./mobile-shell.tsx')
const loadDesktop = () => import('./desktop-shell.tsx')

let MobileView: ComponentType<ShellProps> = lazy(loadMobile)
let DesktopView: ComponentType<ShellProps> = lazy(loadDesktop)

/**
 * Fetches a view before anything is rendered: what React has to wait for it holds back for some 300 ms, lest the screen
 * flicker.
 */
export async function loadView(isDesktop: boolean): Promise<void> {
  if (isDesktop) DesktopView = (await loadDesktop()).default
  else MobileView = (await loadMobile()).default
}

/** The view for this width, each fetched when it is first needed (SHELL-01). */
export function ViewShell({ children }: ShellProps) {
  return (
    <Suspense>
      {useIsDesktop() ? <DesktopView>{children}</DesktopView> : <MobileView>{children}</MobileView>}
    </Suspense>
  )
}
