import { type JudgingWork, spend } from './judging-work.ts'
import { type PatternNode, UnjudgedPattern } from './parse-pattern.ts'

/** How many ways lead to a position. */
export type Ways = Map<number, number>

/**
 * A pattern as its positions (Glushkov's automaton): one for each atom, written out as often as it is
 * repeated, and which may follow which. Ways are counted, not only noted: a backtracking matcher walks each
 * of them.
 */
export interface Positions {
  /** The atom at each position. Position 0 is the start, before any. */
  atoms: string[]
  follow: Ways[]
}

interface Piece {
  first: Ways
  last: Ways
  /** Ways to take no character, those included that the matcher only tries. */
  empty: number
}

const POSITIONS_MAX = 2_000
/** Copies of what takes no character make no positions, but work all the same. */
const COPIES_MAX = 20_000
/** Ways to match nothing multiply where pieces stand in a row; honest patterns have one or two. */
const EMPTY_MAX = 16

function add(ways: Ways, others: Ways, times: number): void {
  if (times === 0) return
  for (const [position, count] of others) ways.set(position, (ways.get(position) ?? 0) + count * times)
}

/** @throws UnjudgedPattern where the pattern, written out, is too large, or no work is left */
export function positionsOf(root: PatternNode, work: JudgingWork): Positions {
  const atoms = ['']
  const follow: Ways[] = [new Map()]
  let copies = 0
  const tooLong = () => new UnjudgedPattern('it is too long, with its repetitions')

  function join(from: Ways, to: Ways): void {
    spend(work, from.size * to.size)
    for (const [position, count] of from) {
      const next = follow[position]
      if (next) add(next, to, count)
    }
  }

  function inSequence(a: Piece, b: Piece): Piece {
    join(a.last, b.first)
    spend(work, a.first.size + a.last.size + b.first.size + b.last.size)
    const first = new Map(a.first)
    add(first, b.first, a.empty)
    const last = new Map(b.last)
    add(last, a.last, b.empty)
    return bounded({ first, last, empty: a.empty * b.empty })
  }

  function bounded(piece: Piece): Piece {
    if (piece.empty > EMPTY_MAX) throw new UnjudgedPattern('it can match nothing in too many ways')
    return piece
  }

  const nothing = (): Piece => ({ first: new Map(), last: new Map(), empty: 1 })
  const optional = (piece: Piece): Piece => bounded({ ...piece, empty: piece.empty + 1 })

  function repeat(node: PatternNode, min: number, max: number): Piece {
    if (max === 0) return nothing()
    const isEndless = max === Number.POSITIVE_INFINITY
    let tail = nothing()
    // From the back: x{2,4} is x x (x (x)?)?, and an endless one loops on its last copy.
    for (let copy = isEndless ? Math.max(min, 1) : max; copy > 0; copy--) {
      if (++copies > COPIES_MAX) throw tooLong()
      const piece = build(node)
      if (isEndless && copy === Math.max(min, 1)) join(piece.last, piece.first)
      tail = inSequence(piece, tail)
      if (copy > min) tail = optional(tail)
    }
    return tail
  }

  function build(node: PatternNode): Piece {
    switch (node.kind) {
      case 'empty':
        return nothing()
      case 'atom': {
        if (atoms.length > POSITIONS_MAX) throw tooLong()
        const position = atoms.push(node.source) - 1
        follow.push(new Map())
        return { first: new Map([[position, 1]]), last: new Map([[position, 1]]), empty: 0 }
      }
      case 'sequence':
        return node.nodes.map(build).reduce(inSequence, nothing())
      case 'choice': {
        const whole: Piece = { first: new Map(), last: new Map(), empty: 0 }
        for (const piece of node.nodes.map(build)) {
          add(whole.first, piece.first, 1)
          add(whole.last, piece.last, 1)
          whole.empty += piece.empty
        }
        return bounded(whole)
      }
      case 'repeat':
        return repeat(node.node, node.min, node.max)
    }
  }

  follow[0] = build(root).first
  return { atoms, follow }
}
