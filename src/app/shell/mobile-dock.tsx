import { useLingui } from '@lingui/react/macro'
import { BottomNav } from '#src/ui/shell/bottom-nav.tsx'
import { LateActiveBar } from './late-active-bar.tsx'
import { useNavItems } from './use-nav-items.ts'
import { useShowsNav } from './use-shows-nav.ts'

/** What a phone's view has of its own: the active ticket's bar and the five destinations, under the thumb. */
export default function MobileDock() {
  const { t } = useLingui()
  const items = useNavItems()
  const showsNav = useShowsNav()
  return (
    <>
      <LateActiveBar at="dock" />
      {showsNav && <BottomNav label={t`Principal`} items={items} />}
    </>
  )
}
