import { useLingui } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { isHidden, useUi } from '#src/stores/ui-store.ts'
import { BottomDock, BottomNav } from '#src/ui/shell/bottom-nav.tsx'
import { MobileFrame } from '#src/ui/shell/frames.tsx'
import { ActiveBar } from './active-bar.tsx'
import { useNavItems } from './use-nav-items.ts'

/** A phone: the screen, the active ticket's bar, five destinations. */
export default function MobileShell({ children, isBare }: { children: ReactNode; isBare: boolean }) {
  const { t } = useLingui()
  const items = useNavItems()
  const hidesNav = useUi(isHidden('bottomNav'))
  if (isBare) return <MobileFrame>{children}</MobileFrame>
  return (
    <MobileFrame
      dock={
        <BottomDock>
          <ActiveBar docked />
          {!hidesNav && <BottomNav label={t`Principal`} items={items} />}
        </BottomDock>
      }
    >
      {children}
    </MobileFrame>
  )
}
