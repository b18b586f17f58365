import * as v from 'valibot'
import { BREAK_MINUTES, FREEZE_MINUTES, FREEZE_NOTE_MAX } from '../desk-limits.ts'
import { count, id, isoTime, messageTexts, slug, uuid } from '../primitives.ts'
import { FREEZE_REASONS } from './offices.ts'

/** The day at a desk: breaks, help, lines that rest or close, and what those who wait are told. */

const minutes = ({ min, max }: { min: number; max: number }) =>
  v.pipe(v.number(), v.integer(), v.minValue(min), v.maxValue(max))

/** POST desk/offices/{officeId}/break; null ends it. Begun anew, it is longer. */
export const deskBreak = v.object({ minutes: v.nullable(minutes(BREAK_MINUTES)) })

/** POST desk/offices/{officeId}/help: asks for the supervisor, or asks no more. */
export const deskHelp = v.object({ asks: v.boolean() })

/**
 * POST desk/offices/{officeId}/lines/{lineId}/frozen, and POST desk/offices/{officeId}/frozen for all: lets
 * lines rest, or thaws them; by itself after so many minutes, where they are said.
 */
export const deskFreeze = v.object({
  frozen: v.boolean(),
  reason: v.optional(v.nullable(v.picklist(FREEZE_REASONS)), null),
  note: v.optional(
    v.nullable(
      v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(FREEZE_NOTE_MAX), v.regex(/^\P{Cc}*$/u)),
    ),
    null,
  ),
  minutes: v.optional(v.nullable(minutes(FREEZE_MINUTES)), null),
})

/** `finish`: who waits is attended still; `send-home`: their numbers end, and they are told so. */
export const CLOSINGS = ['finish', 'send-home'] as const
export type Closing = (typeof CLOSINGS)[number]

/**
 * POST desk/offices/{officeId}/lines/{lineId}/closed, and POST desk/offices/{officeId}/closed for all: until
 * the office's next day, or open again today.
 */
export const deskClosing = v.variant('closed', [
  v.object({ closed: v.literal(true), waiting: v.picklist(CLOSINGS) }),
  v.object({ closed: v.literal(false) }),
])
export type DeskClosing = v.InferOutput<typeof deskClosing>

/** A prepared sentence, by its name. */
const officeMessage = v.object({ slug, texts: messageTexts })
export type OfficeMessage = v.InferOutput<typeof officeMessage>
/** GET desk/offices/{officeId}/messages. */
export const deskMessages = v.object({ messages: v.array(officeMessage) })
export type DeskMessages = v.InferOutput<typeof deskMessages>

/** POST desk/offices/{officeId}/messages: to all who wait in a line, or to one who waits or was called. */
export const deskMessage = v.union([
  v.object({ message: slug, line_id: id }),
  v.object({ message: slug, tuid: uuid }),
])

/** From when on the light is amber, and from when on red. */
const steps = v.object({ amber: v.pipe(count, v.minValue(1)), red: v.pipe(count, v.minValue(1)) })
export const warningLimits = v.object({
  /** People who wait. */
  waiting: steps,
  /** Of the one who waits longest. */
  minutes: steps,
})
export type WarningLimits = v.InferOutput<typeof warningLimits>
export const USUAL_WARNINGS: WarningLimits = {
  waiting: { amber: 15, red: 30 },
  minutes: { amber: 30, red: 60 },
}

/** How the day goes at a modulo, beside who has it open. */
export const moduloDay = v.object({
  /** On a break, until when it was said to last. */
  break_until: v.nullable(isoTime),
  /** Its clerk asks for the supervisor; `coming`: who said that they are on their way. */
  help: v.nullable(v.object({ asked_at: isoTime, coming: v.nullable(v.string()) })),
  /** Since when nothing was done there, where that is longer than MODULO_IDLE_MS. */
  idle_since: v.nullable(isoTime),
})
