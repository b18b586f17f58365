import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import layer from './layer.module.css'
import { useOpenDialogs } from './open-dialogs.ts'

/** Newer than what TypeScript knows of the DOM. */
interface Mover {
  /** Moves what stands elsewhere in the document; its focus stays, and nothing in it begins anew. */
  moveBefore?(node: Node, before: Node | null): void
}

function makePlace(): HTMLElement {
  const place = document.createElement('div')
  place.className = layer.afloat ?? ''
  return place
}

/**
 * What has to be seen over everything. While a modal dialog is open the rest of the page lies under it, is
 * not read aloud and cannot be pressed, so it lies inside the uppermost one. It goes there as it is: drawn
 * anew, all of it would be read aloud once more for each sheet that opens or closes.
 */
export function Uppermost({ children }: { children: ReactNode }) {
  const dialog = useOpenDialogs().at(-1)
  const home = useRef<HTMLDivElement>(null)
  const [place] = useState(makePlace)
  useLayoutEffect(() => {
    const whole: (HTMLElement & Mover) | null = dialog ?? home.current
    if (whole?.moveBefore && place.isConnected) whole.moveBefore(place, null)
    else whole?.append(place)
  }, [dialog, place])
  useEffect(() => () => place.remove(), [place])
  return (
    <div ref={home} className={layer.afloat}>
      {createPortal(children, place)}
    </div>
  )
}
