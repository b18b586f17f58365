import {
  type KeyboardEvent,
  type MouseEvent,
  type RefObject,
  type SyntheticEvent,
  useEffect,
  useRef,
} from 'react'
import { isHeld } from '../press/use-one-press.ts'
import { lieOver } from './open-dialogs.ts'

export interface ModalWishes {
  open: boolean
  onClose: () => void
  /** Nothing closes it but what is inside: no Escape, no press beside it. */
  blocking?: boolean
  /** Where the focus begins; otherwise the first thing that can be pressed. */
  initialFocus?: RefObject<HTMLElement | null>
}

/** Of a group the choice is where Tab would arrive; the browser begins at its first, chosen or not. */
function chosenBeside(first: Element | null): HTMLElement | null {
  if (!(first instanceof HTMLInputElement) || first.type !== 'radio') return null
  const group = [...document.getElementsByName(first.name)] as HTMLInputElement[]
  return group.find(({ checked }) => checked) ?? null
}

/**
 * What was pressed may be gone with its answer, and the focus with it: whoever hears the page, or steers it
 * by keys, goes on at the dialog's title.
 */
function keepFocusIn(dialog: HTMLDialogElement): () => void {
  let last = document.activeElement
  const remember = () => {
    last = document.activeElement
  }
  const watch = new MutationObserver(() => {
    if (last?.isConnected !== false || document.activeElement !== document.body) return
    const title = document.getElementById(dialog.getAttribute('aria-labelledby') ?? '')
    title?.setAttribute('tabindex', '-1')
    title?.focus()
  })
  dialog.addEventListener('focusin', remember)
  watch.observe(dialog, { childList: true, subtree: true })
  return () => {
    dialog.removeEventListener('focusin', remember)
    watch.disconnect()
  }
}

/**
 * Ties a native `<dialog>` to a boolean. The browser makes the rest of the page inert and keeps the Tab key
 * inside; this gives the focus back to where it was, also when the dialog is taken away while open.
 */
export function useModal({ open, onClose, blocking = false, initialFocus }: ModalWishes) {
  const ref = useRef<HTMLDialogElement>(null)

  useEffect(() => {
    const dialog = ref.current
    if (!open || !dialog) return
    const before = document.activeElement
    dialog.showModal()
    const first = initialFocus?.current ?? chosenBeside(document.activeElement)
    first?.focus()
    const withdraw = lieOver(dialog)
    const release = keepFocusIn(dialog)
    return () => {
      release()
      withdraw()
      dialog.close()
      if (before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [open, initialFocus])

  const onCancel = (event: SyntheticEvent) => {
    // The owner's state closes it, so that the two never disagree.
    event.preventDefault()
    if (!blocking) onClose()
  }
  // Chromium closes on a second Escape whatever `cancel` was answered. An event that comes late, when the
  // dialog has been opened again, says nothing any more.
  const onNativeClose = () => {
    if (!open || ref.current?.open) return
    if (blocking) ref.current?.showModal()
    else onClose()
  }
  const onClick = (event: MouseEvent) => {
    if (!blocking && event.target === ref.current) onClose()
  }
  // The key that opened it, and is down still, answers nothing that it asks.
  const onKeyDown = (event: KeyboardEvent) => {
    if (isHeld(event)) event.preventDefault()
  }
  return { ref, onCancel, onClose: onNativeClose, onClick, onKeyDown }
}
