import { useCallback, useEffect, useState } from 'react'

/** A browser that prints says so at once, or a moment later. */
const BEGINS_WITHIN_MS = 1_500

/**
 * What a browser can know of a print: that it was asked for, and whether it began. Whether paper came out, it
 * never says.
 */
export type Printing = 'asked' | 'begun' | 'none'

/** Prints what stands in the page for the printer, at once and on each call of `again`. */
export function usePrinting(): { printing: Printing; again: () => void } {
  const [printing, setPrinting] = useState<Printing>('asked')
  const [time, setTime] = useState(0)
  useEffect(() => {
    const begin = () => setPrinting('begun')
    addEventListener('beforeprint', begin)
    const giveUp = setTimeout(
      () => setPrinting(known => (known === 'begun' ? known : 'none')),
      BEGINS_WITHIN_MS,
    )
    try {
      window.print()
    } catch {
      setPrinting('none')
    }
    return () => {
      clearTimeout(giveUp)
      removeEventListener('beforeprint', begin)
    }
  }, [time])
  const again = useCallback(() => {
    setPrinting('asked')
    setTime(before => before + 1)
  }, [])
  return { printing, again }
}
