import { type RefObject, useEffect, useRef } from 'react'

let isFirstScreen = true

/**
 * Names the window after a screen and moves the focus to its heading, so that a reader begins there. The list
 * beside the thing that was chosen from it is no screen of its own, and has an h2.
 */
export function arriveAt(heading: HTMLHeadingElement | null): void {
  if (heading?.tagName !== 'H1') return
  document.title = `${heading.textContent} · Numerito`
  heading.focus({ preventScroll: true })
}

/**
 * For the heading of a screen: arrives there when it is first shown; at the very first screen the focus
 * stays.
 * @param isScreen false while the heading is a list's beside its thing; once it is the screen's own, one
 * arrives there
 */
export function useHeadingFocus(isScreen = true): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (!isScreen) return
    if (isFirstScreen && heading.current) {
      isFirstScreen = false
      document.title = `${heading.current.textContent} · Numerito`
    } else arriveAt(heading.current)
  }, [isScreen])
  return heading
}
