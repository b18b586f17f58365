import * as v from 'valibot'
import { PASSWORD_MAX } from '../limits.ts'
import { isoTime, uuid } from '../primitives.ts'

/**
 * GET users/v2/my-data: everything that is kept of the caller, as a file to save (KEEP-03). By table, each
 * row with the columns that it has there: what is sealed is opened, and what only opens doors (hashes of
 * tokens and passwords) is left out.
 */
export const myData = v.object({
  made_at: isoTime,
  user_id: uuid,
  kept: v.record(v.string(), v.array(v.record(v.string(), v.unknown()))),
})
export type MyData = v.InferOutput<typeof myData>

/** `numerito-mis-datos-2026-11-24.json` */
export const myDataFileName = (madeAt: string): string => `numerito-mis-datos-${madeAt.slice(0, 10)}.json`

/**
 * DELETE users/v2/me: erases the caller. `confirmed` says that it was asked for twice; whoever has a password
 * says it once more (`password-required`, `wrong-credentials`).
 */
export const erasure = v.object({
  confirmed: v.literal(true),
  password: v.optional(v.pipe(v.string(), v.maxLength(PASSWORD_MAX))),
})
export type Erasure = v.InferOutput<typeof erasure>
