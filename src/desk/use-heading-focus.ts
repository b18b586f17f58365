import { type RefObject, useEffect, useRef } from 'react'

/** Give it to the screen's h1: whoever hears the page, or steers it by keys, begins where the new screen begins. */
export function useHeadingFocus(): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return heading
}
