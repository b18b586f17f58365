import * as v from 'valibot'

/**
 * The header by which a desk names one press of a clerk's: a uuid, another one for each press. The server
 * keeps it with what the press does, so that a desk that heard no answer can ask what became of it.
 */
export const PRESS_HEADER = 'numerito-press'

/**
 * POST desk/presses/{press}: what became of a press. One that has not happened by then never will: whoever
 * is told that nothing happened may press again.
 */
export const pressSettled = v.object({ done: v.boolean() })
export type PressSettled = v.InferOutput<typeof pressSettled>
