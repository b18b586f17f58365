import { useLingui } from '@lingui/react/macro'
import { Logo } from '#src/ui/shell/logo.tsx'
import { NavRail } from '#src/ui/shell/nav-rail.tsx'
import { LateActiveBar } from './late-active-bar.tsx'
import { useNavItems } from './use-nav-items.ts'

/** What a wide view has of its own: the rail at the left edge. */
export default function DesktopRail() {
  const { t } = useLingui()
  const items = useNavItems()
  return (
    <NavRail label={t`Principal`} items={items} logo={<Logo name="Numerito" />}>
      <LateActiveBar at="rail" />
    </NavRail>
  )
}
