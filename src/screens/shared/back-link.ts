import { useLingui } from '@lingui/react/macro'
import type { MouseEvent } from 'react'
import { isHidden, useUi } from '#src/stores/ui-store.ts'
import type { BackWay } from '#src/ui/shell/screen-header.tsx'

/** The screens from which others are opened. */
const LISTS = ['/', '/search', '/tickets', '/favorites']

/**
 * Whether the step before this one was such a screen, or the very place; browsers without the Navigation API
 * do not tell.
 */
function cameFrom(place: string): boolean {
  const { navigation } = window
  if (!navigation?.currentEntry) return false
  const before = navigation.entries()[navigation.currentEntry.index - 1]?.url
  if (before === null || before === undefined) return false
  const { pathname, search } = new URL(before)
  return LISTS.includes(pathname) || pathname + search === place
}

/**
 * The way back to a place, or none where the address hides it (SHELL-06). Where one came from a list, or from
 * that place itself, it is a step back in history, so that it is found as it was left.
 */
export function useBack(href: string): BackWay | undefined {
  const { t } = useLingui()
  const hides = useUi(isHidden('backArrow'))
  if (hides) return undefined
  const onClick = (event: MouseEvent) => {
    const isPlain = !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)
    if (!isPlain || !cameFrom(href)) return
    event.preventDefault()
    history.back()
  }
  return { label: t`Volver`, href, onClick }
}
