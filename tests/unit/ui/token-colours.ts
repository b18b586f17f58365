import { readFileSync } from 'node:fs'

export type Scheme = 'light' | 'dark'

const css = readFileSync(new URL('../../../src/ui/tokens.css', import.meta.url), 'utf8')

/** The relative luminance, 0 to 1, of a colour token as tokens.css declares it for one scheme. */
export function luminanceOf(token: string, scheme: Scheme): number {
  const value = css.match(new RegExp(`^ {2}--${token}: ([^;]+);`, 'm'))?.[1]
  if (value === undefined) throw new Error(`tokens.css has no --${token}`)
  const colours = [...value.matchAll(/oklch\(([\d.]+)% ([\d.]+) ([\d.]+)\)/g)]
  const colour = scheme === 'dark' ? colours.at(-1) : colours[0]
  if (!colour) throw new Error(`--${token} is not an opaque oklch colour: ${value}`)
  return luminance(Number(colour[1]) / 100, Number(colour[2]), Number(colour[3]))
}

/** @see https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio */
export function contrast(one: number, other: number): number {
  return (Math.max(one, other) + 0.05) / (Math.min(one, other) + 0.05)
}

/** Luminance of #rrggbb. */
export function luminanceOfHex(hex: string): number {
  const [red, green, blue] = [1, 3, 5].map(at => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return weigh(red, green, blue)
}

/**
 * Through OKLab to linear sRGB; what lies outside of the screen's gamut is clipped, as a plain screen does.
 */
function luminance(lightness: number, chroma: number, hueInDegrees: number): number {
  const hue = (hueInDegrees * Math.PI) / 180
  const a = chroma * Math.cos(hue)
  const b = chroma * Math.sin(hue)
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  const clip = (channel: number) => Math.min(1, Math.max(0, channel))
  return weigh(
    clip(4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short),
    clip(-1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short),
    clip(-0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short),
  )
}

function weigh(red: number, green: number, blue: number): number {
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
