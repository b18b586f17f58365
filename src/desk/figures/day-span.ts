import { addDays } from '#contract/rules/office-time.ts'
import type { FiguresWish } from '../desk-api.ts'

/** YYYY-MM-DD of the office's own calendar, both in it. */
export interface Span {
  from: string
  to: string
}

export const PRESETS = ['today', 'yesterday', 'week', 'month'] as const
export type Preset = (typeof PRESETS)[number]

/** How many days before today it begins and ends. */
const AGO: Record<Preset, { from: number; to: number }> = {
  today: { from: 0, to: 0 },
  yesterday: { from: 1, to: 1 },
  week: { from: 6, to: 0 },
  month: { from: 29, to: 0 },
}

/** The days that a name means. */
export const spanOf = (preset: Preset, today: string): Span => ({
  from: addDays(today, -AGO[preset].from),
  to: addDays(today, -AGO[preset].to),
})

/** The name of a span; null for two days that somebody chose. */
export const presetOf = ({ from, to }: Span, today: string): Preset | null =>
  PRESETS.find(preset => {
    const span = spanOf(preset, today)
    return span.from === from && span.to === to
  }) ?? null

const DAY = /^\d{4}-\d{2}-\d{2}$/

/** What the desk's address asks for: `?page=day&from=…&to=…&line=…`; today where it names no days. */
export function wishAt(address: URLSearchParams): FiguresWish {
  const [from, to] = [address.get('from') ?? '', address.get('to') ?? '']
  const line = Number(address.get('line'))
  return {
    ...(DAY.test(from) && DAY.test(to) && { from, to }),
    ...(Number.isInteger(line) && line > 0 && { line_id: line }),
  }
}

/** The same address, asking for something else. Today is named by nothing: it is still today tomorrow. */
export function withWish(address: URLSearchParams, { from, to, line_id }: FiguresWish): URLSearchParams {
  const asked = { from, to, line: line_id === undefined ? undefined : String(line_id) }
  for (const [name, value] of Object.entries(asked)) {
    if (value === undefined) address.delete(name)
    else address.set(name, value)
  }
  return address
}
