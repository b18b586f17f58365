import type { FastifyRequest } from 'fastify'

/** In this order: whoever builds upon another's engine names that one, too. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\b(Edg|EdgA|EdgiOS)\//, 'Edge'],
  [/\b(OPR|OPT)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
]
const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMacintosh\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
]

const nameIn = (names: typeof BROWSERS, userAgent: string) =>
  names.find(([pattern]) => pattern.test(userAgent))?.[1]

/**
 * By which a person tells their devices apart: `Chrome · Android`. Words of ours alone: what the browser sent
 * is kept nowhere. Null where nothing is recognised.
 */
export function deviceName(userAgent: string | undefined): string | null {
  if (userAgent === undefined) return null
  const named = [nameIn(BROWSERS, userAgent), nameIn(SYSTEMS, userAgent)].filter(name => name !== undefined)
  return named.length === 0 ? null : named.join(' · ')
}

export const deviceOf = ({ headers }: FastifyRequest): string | null => deviceName(headers['user-agent'])
