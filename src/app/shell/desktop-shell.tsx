import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { DesktopFrame } from '#src/ui/shell/frames.tsx'
import { Logo } from '#src/ui/shell/logo.tsx'
import { NavRail } from '#src/ui/shell/nav-rail.tsx'
import { ActiveBar } from './active-bar.tsx'
import { useNavItems } from './use-nav-items.ts'

/** A wide screen: the rail at the left, the screen or its two panes beside it. */
export default function DesktopShell({ children }: { children: ReactNode }) {
  const { t } = useLingui()
  const items = useNavItems()
  return (
    <DesktopFrame
      rail={
        <NavRail label={t`Principal`} items={items} logo={<Logo name="Numerito" />}>
          <ActiveBar at="rail" />
        </NavRail>
      }
    >
      {children}
    </DesktopFrame>
  )
}
