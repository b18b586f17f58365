import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { BottomDock, BottomNav } from '#src/ui/shell/bottom-nav.tsx'
import { MobileFrame } from '#src/ui/shell/frames.tsx'
import { ActiveBar } from './active-bar.tsx'
import { useNavItems, useShowsNav } from './use-nav-items.ts'

/** A phone: the screen, the active ticket's bar, five destinations. */
export default function MobileShell({ children }: { children: ReactNode }) {
  const { t } = useLingui()
  const items = useNavItems()
  const showsNav = useShowsNav()
  return (
    <MobileFrame
      dock={
        <BottomDock>
          <ActiveBar at="dock" />
          {showsNav && <BottomNav label={t`Principal`} items={items} />}
        </BottomDock>
      }
    >
      {children}
    </MobileFrame>
  )
}
