import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useDeskTools } from '../desk-tools.ts'

/**
 * How long nothing is pressed after what the buttons are about became another, milliseconds. The second
 * click of a double-click comes within that, and nobody reads a new number and decides about it sooner;
 * whoever works by the keys presses half a second apart.
 */
const SETTLES_MS = 400

export interface OnePress<Element extends HTMLElement> {
  /** Holds the buttons. */
  ref: RefObject<Element | null>
  /** Clicks go past them meanwhile. */
  isSettling: boolean
  /** Whether a press that comes now was meant for what was there before. */
  isTooSoon: () => boolean
}

/**
 * One press is one answer: the focus, and what stands under the finger, go on to the next question after
 * each. A key that is held down, the second click of a double-click, and whatever is pressed just after the
 * buttons became about somebody or something else press nothing.
 * @param about who or what the buttons are about
 */
export function useOnePress<Element extends HTMLElement>(about: string): OnePress<Element> {
  const { clock } = useDeskTools()
  const ref = useRef<Element>(null)
  const seen = useRef({ about, since: Number.NEGATIVE_INFINITY })
  const [settled, setSettled] = useState(about)
  const isSettling = settled !== about
  const isTooSoon = () => {
    const passed = clock.now() - seen.current.since
    // A clock that is put right meanwhile must not hold the buttons.
    return passed >= 0 && passed < SETTLES_MS
  }
  const latest = useRef(isTooSoon)
  // Before anybody sees it, and before the focus is led there.
  useLayoutEffect(() => {
    latest.current = isTooSoon
    if (seen.current.about !== about) seen.current = { about, since: clock.now() }
  })
  useEffect(() => {
    if (!isSettling) return
    const timer = setTimeout(() => setSettled(about), SETTLES_MS)
    return () => clearTimeout(timer)
  }, [about, isSettling])
  useEffect(() => {
    const buttons = ref.current
    // What a dialog asks is answered by its own rules.
    const isAsked = ({ target }: Event) => target instanceof HTMLElement && target.closest('dialog') !== null
    const onKey = (event: KeyboardEvent) => {
      if (event.repeat && (event.key === 'Enter' || event.key === ' ') && !isAsked(event))
        event.preventDefault()
    }
    const onClick = (event: MouseEvent) => {
      if (isAsked(event) || (event.detail <= 1 && !latest.current())) return
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
  return { ref, isSettling, isTooSoon }
}
