import type { DeskAction } from './desk-api.ts'

type Deed = DeskAction['do']

/**
 * It is about whoever stands at the desk then, or brings somebody there. Where it names whom, the server
 * refuses it of another; that it would is known here before it is sent.
 */
const OF_WHO_STANDS: ReadonlySet<Deed> = new Set([
  'absent',
  'attended',
  'call',
  'call-again',
  'call-parked',
  'call-reservation',
  'call-ticket',
  'close-modulo',
  'open-modulo',
  'park',
  'transfer',
])

/** Afterwards nobody stands there, so it is clear whom "call" means: the next. */
const ENDS: ReadonlySet<Deed> = new Set(['absent', 'attended', 'park', 'transfer'])

/** Afterwards somebody else stands there, or nobody. */
const MOVES: ReadonlySet<Deed> = new Set([
  ...[...OF_WHO_STANDS].filter(deed => deed !== 'call-again'),
  'take-back',
])

/** Pressed again, on the same button or another: it is being done. */
export const isSame = (one: DeskAction, other: DeskAction): boolean =>
  JSON.stringify(one) === JSON.stringify(other)

/**
 * What may be pressed while others await their answers, and is done after them. "Attended" pressed after a
 * call that is not answered was meant for whoever stood there, and would be said of whoever is called.
 */
export function mayFollow(earlier: readonly DeskAction[], next: DeskAction): boolean {
  if (!OF_WHO_STANDS.has(next.do)) return true
  const moves = earlier.filter(each => MOVES.has(each.do))
  return moves.length === 0 || (next.do === 'call' && moves.every(each => ENDS.has(each.do)))
}

/** As it is meant once those before it are done: with whoever stood there gone, the next is called. */
export const afterThose = (earlier: readonly DeskAction[], next: DeskAction): DeskAction =>
  next.do === 'call' && earlier.some(each => ENDS.has(each.do)) ? { ...next, here: 'nobody' } : next

/** Whether it is not to be done after all, since this was not done. */
export const leansOn = (next: DeskAction, failed: DeskAction): boolean =>
  OF_WHO_STANDS.has(next.do) && MOVES.has(failed.do)
