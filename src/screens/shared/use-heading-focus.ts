import { type RefObject, useEffect, useRef } from 'react'

let isFirstScreen = true

/** Moves the focus to the new screen's heading, so that a reader begins there; not at the very first one. */
export function useHeadingFocus(): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (isFirstScreen) isFirstScreen = false
    else heading.current?.focus({ preventScroll: true })
  }, [])
  return heading
}
