import { type RefObject, useEffect, useRef } from 'react'

/** Enter or the space bar on a button, down since before: nobody has pressed it anew. */
export const isHeld = ({ key, repeat, target }: Pick<KeyboardEvent, 'key' | 'repeat' | 'target'>) =>
  repeat && (key === 'Enter' || key === ' ') && target instanceof HTMLButtonElement

/**
 * One press is one answer: the focus, and what stands under the finger, go on to the next question after
 * each. A key that is held down and the second click of a double-click press nothing.
 * @returns holds the buttons, or is one
 */
export function useOnePress<Element extends HTMLElement>(): RefObject<Element | null> {
  const ref = useRef<Element>(null)
  useEffect(() => {
    const buttons = ref.current
    const onKey = (event: KeyboardEvent) => {
      if (isHeld(event)) event.preventDefault()
    }
    const onClick = (event: MouseEvent) => {
      // In a dialog a second click may be meant, as on a stepper.
      const isAsked = event.target instanceof HTMLElement && event.target.closest('dialog') !== null
      if (event.detail <= 1 || isAsked) return
      event.preventDefault()
      event.stopPropagation()
    }
    buttons?.addEventListener('keydown', onKey)
    buttons?.addEventListener('click', onClick, true)
    return () => {
      buttons?.removeEventListener('keydown', onKey)
      buttons?.removeEventListener('click', onClick, true)
    }
  }, [])
  return ref
}
