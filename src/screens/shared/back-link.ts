import { useLingui } from '@lingui/react/macro'
import type { MouseEvent } from 'react'
import { isHidden, useUi } from '#src/stores/ui-store.ts'
import type { BackWay } from '#src/ui/shell/screen-header.tsx'

/** The screens from which others are opened. */
const LISTS = ['/', '/search', '/tickets', '/favorites']

/** Whether the step before this one was such a screen, which browsers without the Navigation API do not tell. */
function cameFromList(): boolean {
  const { navigation } = window
  if (!navigation?.currentEntry) return false
  const before = navigation.entries()[navigation.currentEntry.index - 1]?.url
  return before !== null && before !== undefined && LISTS.includes(new URL(before).pathname)
}

/**
 * The way back to a place, or none where the address hides it (SHELL-06). Where one came from a list it is a step back in
 * history, so that the list is found at the place where it was left.
 */
export function useBack(href: string): BackWay | undefined {
  const { t } = useLingui()
  const hides = useUi(isHidden('backArrow'))
  if (hides) return undefined
  const onClick = (event: MouseEvent) => {
    const isPlain = !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)
    if (!isPlain || !cameFromList()) return
    event.preventDefault()
    history.back()
  }
  return { label: t`Volver`, href, onClick }
}
