import * as v from 'valibot'
import type { Settings } from '#src/platform/settings.ts'
import type { Founding } from './ready-office.ts'

/** How far somebody has come with the first office. */
export interface SoFar {
  /** Which of the five questions is open, from 0 on. */
  step: number
  said: Founding
}

const text = v.string()
const kept: v.GenericSchema<unknown, SoFar> = v.object({
  step: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(4)),
  said: v.object({
    name: text,
    category: text,
    address: text,
    district: text,
    region: text,
    place: v.nullable(v.object({ latitude: v.number(), longitude: v.number() })),
    time_zone: text,
    from: text,
    to: text,
    saturday: v.boolean(),
    lines: v.tuple([text, text]),
  }),
})
const keyOf = (clerkId: number) => `numerito-desk-found-${clerkId}`

/** What was answered before the page was loaded anew; null where nothing was. */
export function readSoFar(settings: Settings, clerkId: number): SoFar | null {
  try {
    return v.parse(kept, JSON.parse(settings.read(keyOf(clerkId)) ?? 'null'))
  } catch {
    return null
  }
}

export function keepSoFar(settings: Settings, clerkId: number, soFar: SoFar): void {
  settings.write(keyOf(clerkId), JSON.stringify(soFar))
}

/** The office is open: nobody is asked for the first one again. */
export function forgetSoFar(settings: Settings, clerkId: number): void {
  settings.write(keyOf(clerkId), '')
}
