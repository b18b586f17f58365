import type { Look } from './look.ts'
import { GIVES_UP, type OfficeLaw, PATIENCE } from './office-laws.ts'
import type { RepeatableRandom } from './repeatable-random.ts'
import { arrivalsOf, attentionOf, live, type OfficeNow, type Turn } from './simulate.ts'

/** Chance that makes what has been so far impossible is asked again; so often at most. */
const TRIES = 200

/** How long a patience is of which one knows that it has lasted `waited` minutes already. */
function patienceLeft(random: RepeatableRandom, waited: number): number {
  const gone = Math.min(1, Math.max(0, (waited - PATIENCE.least) / PATIENCE.span))
  const gives = (GIVES_UP * (1 - gone)) / (1 - GIVES_UP * gone)
  if (random.fraction() >= gives) return Number.POSITIVE_INFINITY
  const from = Math.max(waited, PATIENCE.least)
  return from - waited + (PATIENCE.least + PATIENCE.span - from) * random.fraction()
}

/** The office as it may be at that moment, for all that anybody can see, and as it may go on. */
function oneOf(look: Look, law: OfficeLaw, pace: number, random: RepeatableRandom): [OfficeNow, Turn] {
  const { at, today, ahead, above, attended } = look
  const wait = (turn: Turn) => ({
    turn: { ...turn, called: null, ended: null, left: null },
    patience: at + patienceLeft(random, at - turn.came),
  })
  const own = { ...look.turn, called: null, ended: null, left: null }
  const desks = Array.from({ length: law.desks }, (_, desk) => {
    const sits = today.sittings.find(one => one.desk === desk && one.from <= at && at < one.to)
    const there = attended.find(turn => turn.desk === desk)
    let busy: number | null = null
    for (let tries = 0; there && (busy === null || busy <= at) && tries < TRIES; tries++)
      busy = there.called! + attentionOf(random, law, there.line, pace)
    // Longer than chance ever makes it: then it goes on for as long again.
    if (there && (busy === null || busy <= at)) busy = at + (at - there.called!)
    return {
      isOpen: sits !== undefined,
      busy,
      since: at,
      shifts: law.shifts(random, desk, at, sits !== undefined),
    }
  })
  const arrivals = arrivalsOf(random, law.above?.arrivals ?? [], at).map(came => ({
    line: 1 as const,
    at: came,
  }))
  const office: OfficeNow = {
    at,
    pace,
    desks,
    lines: [[...ahead.map(wait), { turn: own, patience: Number.POSITIVE_INFINITY }], above.map(wait)],
    arrivals,
  }
  return [office, own]
}

/**
 * The wait in many ways in which the office may go on, the shortest first: all that somebody could say who
 * knows by what chance it lives, and how slow this day is; nobody can know more.
 */
export function oracle(
  look: Look,
  law: OfficeLaw,
  { pace, random, times }: { pace: number; random: RepeatableRandom; times: number },
): number[] {
  const waits = Array.from({ length: times }, () => {
    const [office, own] = oneOf(look, law, pace, random)
    live(office, law, random, () => own.called !== null)
    return own.called! - look.at
  })
  return waits.sort((a, b) => a - b)
}
