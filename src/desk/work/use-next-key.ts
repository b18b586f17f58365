import { useEffect, useRef } from 'react'

/**
 * Control and Enter press the one next thing, wherever the focus is. Held down they press once, and while a
 * dialog asks something they are the dialog's.
 */
export function useNextKey(press: () => void): void {
  const latest = useRef(press)
  useEffect(() => {
    latest.current = press
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
      if (document.querySelector('dialog[open]')) return
      // Held down, they do not press the button either on which the focus is.
      event.preventDefault()
      if (!event.repeat) latest.current()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}
