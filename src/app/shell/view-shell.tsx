import { type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import { useIsDesktop } from '#src/screens/shared/use-is-desktop.ts'

interface ShellProps {
  children: ReactNode
}
type View = 'mobile' | 'desktop'

const load: Record<View, () => Promise<{ default: ComponentType<ShellProps> }>> = {
  mobile: () => import('./mobile-shell.tsx'),
  desktop: () => import('./desktop-shell.tsx'),
}
const late = { mobile: lazy(load.mobile), desktop: lazy(load.desktop) }
const loaded = new Map<View, ComponentType<ShellProps>>()

/**
 * Fetches a view before anything is rendered: what React has to wait for it holds back for some 300 ms, lest the screen
 * flicker.
 */
export async function loadView(isDesktop: boolean): Promise<void> {
  const view = isDesktop ? 'desktop' : 'mobile'
  loaded.set(view, (await load[view]()).default)
}

/** The view for this width, each fetched when it is first needed (SHELL-01). */
export function ViewShell({ children }: ShellProps) {
  const view = useIsDesktop() ? 'desktop' : 'mobile'
  const Shell = loaded.get(view) ?? late[view]
  return (
    <Suspense>
      <Shell>{children}</Shell>
    </Suspense>
  )
}
