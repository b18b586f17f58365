import { type RefObject, useEffect, useRef } from 'react'

/** A stop of the keyboard for as long as more is in it than it shows, so that the arrow keys scroll it. */
export function useScrolledByKeys<Box extends HTMLElement>(): RefObject<Box | null> {
  const ref = useRef<Box>(null)
  useEffect(() => {
    const box = ref.current
    if (!box) return
    const look = () => {
      if (box.scrollHeight > box.clientHeight + 1) box.tabIndex = 0
      else box.removeAttribute('tabindex')
    }
    const size = new ResizeObserver(look)
    const content = new MutationObserver(look)
    size.observe(box)
    content.observe(box, { subtree: true, childList: true, characterData: true })
    return () => {
      size.disconnect()
      content.disconnect()
    }
  }, [])
  return ref
}
