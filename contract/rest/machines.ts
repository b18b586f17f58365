import * as v from 'valibot'
import { count, id, isoTime, slug, uuid } from '../primitives.ts'
import { officeOpens, shownLine } from './devices.ts'
import { paperNumber } from './desk.ts'

// What the office's own machines ask: a signage system, a dispenser of numbers. A supervisor makes the token,
// which travels as Authorization: Bearer. docs/api-for-machines.md

/** GET v1/machine/state: how the office stands, as its wall and its kiosk show it. */
export const machineState = v.object({
  /** The server's own time: a machine's clock may say anything. */
  at: isoTime,
  /** Of the newest fact that is in this answer. */
  seq: count,
  office: v.object({ id, slug, name: v.string(), time_zone: v.string() }),
  open: v.boolean(),
  /** When it opens next, on its own wall; null where it is open, or will not within a week. */
  opens: officeOpens,
  /** `gives`: POST numbers gives one of this line. */
  lines: v.array(v.object({ ...shownLine.entries, gives: v.boolean() })),
})
export type MachineState = v.InferOutput<typeof machineState>

/** GET v1/machine/calls?after={seq}: `seq` of the answer before, absent the first time. */
export const machineCallsQuery = v.object({
  after: v.optional(v.pipe(v.string(), v.regex(/^\d{1,15}$/), v.transform(Number))),
})
export const machineCalls = v.object({
  /** What to ask after next time. */
  seq: count,
  /**
   * These are the last calls of today that stand, and not those after the number asked: the first time, and
   * where too much was missed to be told one by one.
   */
  reset: v.boolean(),
  /** Oldest first. A call that is repeated comes again. */
  calls: v.array(
    v.object({
      seq: count,
      event: v.picklist(['call:created', 'call:taken_back']),
      line_id: id,
      ticket: v.string(),
      /** Null where the call was taken back. */
      modulo: v.nullable(v.string()),
      at: isoTime,
    }),
  ),
})
export type MachineCalls = v.InferOutput<typeof machineCalls>

/**
 * POST v1/machine/numbers: a number on paper. The same request_id is the same number, whatever became of it
 * since.
 */
export const machineWish = v.object({ line_id: id, request_id: uuid })
export const machineNumber = v.object({
  ticket: v.string(),
  line_id: id,
  line_name: v.string(),
  inserted_at: isoTime,
  /** People who are called before it; 0 where it no longer waits. */
  ahead: count,
  wait: paperNumber.entries.wait,
  /** What the QR on the paper holds: whichever phone opens it first follows the number. */
  address: v.pipe(v.string(), v.url()),
})
export type MachineNumber = v.InferOutput<typeof machineNumber>
