import { type RefObject, useEffect, useRef } from 'react'

/**
 * One press is one answer: the focus, and what stands under the finger, go on to the next question after
 * each. A key that is held down and the second click of a double-click press nothing.
 * @returns holds the buttons
 */
export function useOnePress<Element extends HTMLElement>(): RefObject<Element | null> {
  const ref = useRef<Element>(null)
  useEffect(() => {
    const buttons = ref.current
    // What a dialog asks is answered by its own rules.
    const isAsked = ({ target }: Event) => target instanceof HTMLElement && target.closest('dialog') !== null
    const onKey = (event: KeyboardEvent) => {
      if (event.repeat && (event.key === 'Enter' || event.key === ' ') && !isAsked(event))
        event.preventDefault()
    }
    const onClick = (event: MouseEvent) => {
      if (event.detail <= 1 || isAsked(event)) return
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
