import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const file = (path: string) => readFileSync(new URL(`../../../public/${path}`, import.meta.url))

describe('what is downloaded besides code', () => {
  it('keeps the numerals under 12 kB, with their licence beside them', () => {
    const face = file('fonts/archivo-numerals-800.woff2')
    expect(face.subarray(0, 4).toString('latin1')).toBe('wOF2')
    expect(face.length).toBeLessThan(12_000)
    expect(file('fonts/OFL.txt').toString()).toContain('SIL OPEN FONT LICENSE Version 1.1')
  })

  it.each([
    ['icon-192', 192],
    ['icon-512', 512],
    ['maskable-512', 512],
    ['apple-touch-icon', 180],
    ['badge-96', 96],
    ['shortcut-tickets-96', 96],
    ['shortcut-search-96', 96],
  ])('draws %s as a PNG of %i pixels', (name, size) => {
    const png = file(`icons/${name}.png`)
    expect(png.subarray(1, 4).toString('latin1')).toBe('PNG')
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([size, size])
    expect(png.length).toBeLessThan(24_000)
  })
})
