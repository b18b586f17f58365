import type { ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { useOpenDialogs } from './open-dialogs.ts'

/**
 * What has to be seen over everything. While a modal dialog is open the rest of the page lies under it, is
 * not read aloud and cannot be pressed, so it is drawn inside the uppermost one.
 */
export function Uppermost({ children }: { children: ReactNode }) {
  const dialog = useOpenDialogs().at(-1)
  return dialog ? createPortal(children, dialog) : children
}
