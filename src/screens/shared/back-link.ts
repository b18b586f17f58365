import { useLingui } from '@lingui/react/macro'
import { isHidden, useUi } from '#src/stores/ui-store.ts'
import type { BackWay } from '#src/ui/shell/screen-header.tsx'

/** The way back to a place, or none where the address hides it (SHELL-06). */
export function useBack(href: string): BackWay | undefined {
  const { t } = useLingui()
  const hides = useUi(isHidden('backArrow'))
  return hides ? undefined : { label: t`Volver`, href }
}
