import { type RefObject, useEffect, useRef } from 'react'

/** Names the window after a screen. */
export function nameWindow(heading: HTMLHeadingElement | null): void {
  document.title = `${heading?.textContent} · Numerito`
}

/**
 * Give it to the screen's h1: whoever hears the page, or steers it by keys, begins where the new screen
 * begins.
 */
export function useHeadingFocus(): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    nameWindow(heading.current)
    heading.current?.focus()
  }, [])
  return heading
}
