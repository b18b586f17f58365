import type { WaitRange } from '#contract/rest/offices.ts'

/**
 * The bare figure, in minutes: the one to say first where the line's own past bears it out, "35"; else the
 * range, "12–18", or one number where both ends are the same.
 */
export function waitFigure({ about, from, to }: WaitRange): string {
  if (about) return String(about)
  return from === to ? String(to) : `${from}–${to}`
}
