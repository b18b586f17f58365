import type { CSSProperties } from 'react'
import { readableOn } from './readable-on.ts'

/** Hands a brand colour, and the ink that can be read on it, to the card or header that wears it. */
export function brandStyle(brand: string | undefined): CSSProperties | undefined {
  if (brand === undefined) return undefined
  return { '--brand': brand, '--brand-ink': readableOn(brand) } as CSSProperties
}
