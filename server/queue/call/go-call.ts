import type { Kysely } from 'kysely'
import type { Tables } from '#server/database/tables.ts'
import type { Fact } from '#server/facts/fact.ts'
import { holdOffice } from '#server/facts/hold-office.ts'
import { demandNewPress, refusalOfPress } from '#server/facts/note-press.ts'
import { openGate } from '#server/facts/office-gate.ts'
import { settleByOffice } from '#server/facts/settle-round.ts'
import { agreedNow, isSure } from '#server/platform/clock.ts'
import { changeTurns } from '../turn/change-turns.ts'
import type { QueueContext } from '../queue-context.ts'
import { pollJobsOf } from '../turn/poll-jobs.ts'
import { pushJobsOf } from '../turn/queue-jobs.ts'
import { repeatJobsOf } from '../turn/repeat-jobs.ts'
import { endStaleTickets } from '../turn/stale-tickets.ts'
import type { LinePace } from '../lines/wait-estimate.ts'
import { type CallOutcome, judgeCalls } from './judge-calls.ts'
import { type Caller, readCalls } from './read-calls.ts'
import { writeCalls } from './write-calls.ts'

export type Call = Caller & { office_id: number }
export type CallWorld = Pick<QueueContext, 'database' | 'clock' | 'random' | 'paces' | 'tell' | 'gate'>
type World = Omit<CallWorld, 'gate'>

/** In one round at most: far more desks than an office has. */
const ROUND_MOST = 32
/** Held, and swept: then it stands still. */
const TRIES_MOST = 5

interface Round {
  outcomes: CallOutcome[]
  facts: Fact[]
  /** How the lines move from then on. */
  paces: ReadonlyMap<number, LinePace>
  at: Date
}

/**
 * Reads how the office stands, judges each call behind those before it, and writes what changes.
 * @returns 'moved' where another process changed the office in that very moment; 'stale' where somebody waits
 * who went home: the log has to say that they left before another is called
 */
async function giveCalls(
  { clock, random, paces }: World,
  db: Kysely<Tables>,
  office_id: number,
  callers: readonly Caller[],
): Promise<Round | 'moved' | 'stale'> {
  const at = clock.now()
  const seen = await readCalls(db, office_id, callers, at)
  if (seen.has_stale && isSure(clock)) return 'stale'
  const { seq } = seen
  if (seq === null) return 'moved'
  const wished = seen.wished.map(({ line_id }) => line_id)
  const moving = seen.lines.flatMap(({ line_id, heads, due }) => (heads[0] || due[0] ? [line_id] : []))
  const lineIds = [...wished, ...moving]
  const known = paces.kept({ office_id, seq, at })
  const judged = judgeCalls(seen, callers, {
    office_id,
    at,
    paces: known && lineIds.every(id => known.has(id)) ? known : await paces.of(db, lineIds, at),
    uuid: () => random.uuid(),
  })
  const { outcomes, changes } = judged
  const facts = changes.facts.map((fact, index) => ({ ...fact, seq: seq + 1 + index }))
  const round = { outcomes, facts, paces: judged.paces, at }
  if (facts.length === 0) return round
  const agreed = agreedNow(clock)
  const pushes = pushJobsOf(facts, agreed).map(job => ({ ...job, office_id }))
  const reasons = changes.reasons.map(({ fact, ...reason }) => ({ ...reason, seq: seq + 1 + fact }))
  const presses = callers
    .filter((_, index) => outcomes[index]?.verdict === 'called')
    .map(({ clerk_id, press }) => ({ office_id, clerk_id, press }))
  const jobs = [...pushes, ...pollJobsOf(facts, agreed), ...repeatJobsOf(facts, agreed)]
  const log = { facts, reasons, jobs, presses }
  return (await writeCalls(db, { office_id, seq }, changes, log, at)) ? round : 'moved'
}

/**
 * Nearly always three statements, for however many desks; where another process came between, again with the
 * office held.
 */
async function atOffice(world: World, office_id: number, callers: readonly Caller[]): Promise<CallOutcome[]> {
  const { database, tell, paces } = world
  const holding = () =>
    database.transaction(async transaction => {
      await holdOffice(transaction, office_id)
      return await giveCalls(world, transaction, office_id, callers)
    })
  let give = () => giveCalls(world, database.db, office_id, callers)
  for (let tries = 0; tries < TRIES_MOST; tries++) {
    const round = await give()
    if (round === 'stale') {
      await changeTurns({ ...world, gate: openGate }, office_id, (transaction, at) =>
        endStaleTickets(transaction, office_id, at),
      )
    } else if (round === 'moved') {
      give = holding
    } else {
      const last = round.facts.at(-1)
      if (last) paces.keep({ office_id, seq: last.seq, at: round.at }, round.paces)
      tell(round.facts)
      return round.outcomes
    }
  }
  throw new Error(`office ${office_id} does not stand still`)
}

/**
 * Calls somebody to a desk, together with all desks that call in the same moment. A clerk who presses twice
 * in one moment calls once: nobody has said yet what became of whom the first press called.
 * @throws Refusal press-known
 */
export async function goCall({ gate, ...world }: CallWorld, call: Call): Promise<CallOutcome> {
  const go = async (calls: readonly Call[]) =>
    settleByOffice(
      calls,
      ({ office_id }) => office_id,
      (officeId, those) => atOffice(world, officeId, those),
    )
  try {
    const outcome = await gate.together(call.office_id, { kind: 'calls', most: ROUND_MOST, go }, call)
    if (outcome.verdict !== 'called') await demandNewPress(world.database.db, call)
    return outcome
  } catch (error) {
    throw refusalOfPress(error)
  }
}
