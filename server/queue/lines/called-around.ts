import type { LinePace } from './wait-estimate.ts'

/** A modulo at which somebody sits, as it is read. */
export interface DeskAround {
  /** Lines that it calls from; null for all. */
  line_ids: number[] | null
  /** Nobody stands there. */
  free: boolean
  /** When its clerk comes back from a break; null where they do not rest. */
  back_at: string | null
}

/** A line of the office, as it is read. */
export interface LineAround {
  id: number
  priority: number
  /** Who waits there, and how many times have come. */
  waiting: number
  due: number
  /** Minutes of a desk that one of them takes. */
  per_call: number
}

interface CalledAround
  extends Pick<LinePace, 'desks' | 'free' | 'openModulos' | 'waiting' | 'first' | 'beside'> {
  backAt: Date | null
}

const serves = ({ line_ids }: DeskAround, { id }: LineAround) => line_ids === null || line_ids.includes(id)

/**
 * Which desks call from a line, and who is called there before its own people: as far as the desks that call
 * the others call from this line, too.
 */
export function calledAround(own: LineAround, lines: readonly LineAround[], seats: readonly DeskAround[]) {
  const open = seats.filter(({ back_at }) => back_at === null)
  const ours = open.filter(desk => serves(desk, own))
  const around: CalledAround = {
    openModulos: open.length,
    desks: ours.length,
    free: ours.filter(({ free }) => free).length,
    backAt: null,
    waiting: own.waiting,
    first: 0,
    beside: 0,
  }
  for (const desk of seats) {
    if (desk.back_at === null || !serves(desk, own)) continue
    const back = new Date(desk.back_at)
    if (around.backAt === null || back < around.backAt) around.backAt = back
  }
  for (const line of lines) {
    if (line.priority < own.priority) continue
    const theirs = open.filter(desk => serves(desk, line))
    if (theirs.length === 0) continue
    const shared = theirs.filter(desk => serves(desk, own)).length / theirs.length
    const isOwn = line.id === own.id
    const work = line.per_call * (line.due + (isOwn ? 0 : line.waiting)) * shared
    if (isOwn || line.priority > own.priority) around.first += work
    else around.beside += work
  }
  return around
}
