/** The luminance, 0 to 1, at which white and black text can be read equally well: √(0.05 × 1.05) − 0.05. */
const MIDDLE = 0.179

/**
 * White or black, whichever has the greater contrast against a colour; one of the two always reaches 4.5:1.
 * @param colour as #rrggbb
 * @see https://www.w3.org/TR/WCAG22/#dfn-relative-luminance
 */
export function readableOn(colour: string): '#ffffff' | '#000000' {
  const [red, green, blue] = [1, 3, 5].map(at => linear(Number.parseInt(colour.slice(at, at + 2), 16) / 255))
  const luminance = 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0)
  return luminance > MIDDLE ? '#000000' : '#ffffff'
}

function linear(channel: number): number {
  return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
}
