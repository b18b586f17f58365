import type { Kysely } from 'kysely'
import type { Tables } from '#server/database/tables.ts'
import { isDeadlock, isIntegrityViolation } from '#server/database/violations.ts'
import type { AtDesk } from '#server/facts/clerk-office.ts'
import type { Fact } from '#server/facts/fact.ts'
import { holdOffice } from '#server/facts/hold-office.ts'
import { createOfficeGate } from '#server/facts/office-gate.ts'
import { isSure } from '#server/platform/clock.ts'
import { Refusal } from '#server/web/refusal.ts'
import { type CallOutcome, judgeCalls } from './call/judge-calls.ts'
import { type Caller, readCalls } from './call/read-calls.ts'
import { writeCalls } from './call/write-calls.ts'
import { changeTurns } from './change-turns.ts'
import { noModulo } from './desk.ts'
import type { QueueContext } from './queue-context.ts'
import { pushJobsOf } from './queue-jobs.ts'
import { endStaleTickets } from './stale-tickets.ts'

export interface CallNext extends AtDesk {
  /** The lines to call from; all of the office's where the list is empty. */
  line_ids: readonly number[]
}

/** In one round at most: far more desks than an office has. */
const ROUND_MOST = 32
/** Held, and swept: then it stands still. */
const TRIES_MOST = 5

type World = Pick<QueueContext, 'database' | 'clock' | 'random' | 'paces' | 'tell'>

interface Round {
  outcomes: CallOutcome[]
  facts: Fact[]
}

/**
 * Reads how the office stands, judges each call behind those before it, and writes what changes.
 * @returns 'moved' where another process changed the office in that very moment; 'stale' where somebody waits who went home:
 * the log has to say that they left before another is called
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
  const lineIds = seen.lines.flatMap(({ line_id, heads, due }) => (heads[0] || due[0] ? [line_id] : []))
  const known = paces.kept({ office_id, seq, at })
  const judged = judgeCalls(seen, callers, {
    office_id,
    at,
    paces: known && lineIds.every(id => known.has(id)) ? known : await paces.of(db, lineIds, at),
    uuid: () => random.uuid(),
  })
  const { outcomes, changes } = judged
  const facts = changes.facts.map((fact, index) => ({ ...fact, seq: seq + 1 + index }))
  if (facts.length === 0) return { outcomes, facts }
  const log = { facts, jobs: pushJobsOf(facts) }
  const isWritten = await writeCalls(db, { office_id, seq, day: seen.day }, changes, log, at)
  if (!isWritten) return 'moved'
  paces.keep({ office_id, seq: seq + facts.length, at }, judged.paces)
  return { outcomes, facts }
}

/** The round has passed the office's gate already. */
const inside = createOfficeGate((_officeId, work) => work())

/** Nearly always three statements, for however many desks; where another process came between, again with the office held. */
async function together(world: World, officeId: number, callers: readonly Caller[]): Promise<CallOutcome[]> {
  const { database, tell } = world
  const holding = () =>
    database.transaction(async transaction => {
      await holdOffice(transaction, officeId)
      return await giveCalls(world, transaction, officeId, callers)
    })
  let give = () => giveCalls(world, database.db, officeId, callers)
  for (let tries = 0; tries < TRIES_MOST; tries++) {
    const round = await give()
    if (round === 'stale') {
      await changeTurns({ ...world, gate: inside }, officeId, (transaction, at) =>
        endStaleTickets(transaction, officeId, at),
      )
    } else if (round === 'moved') {
      give = holding
    } else {
      tell(round.facts)
      return round.outcomes
    }
  }
  throw new Error(`office ${officeId} does not stand still`)
}

/**
 * Where a constraint refuses a round nothing was written: then each calls alone, so that no desk suffers for another. So it is
 * with a clerk who presses twice in one moment: a modulo attends one at a time.
 */
async function settle(
  world: World,
  officeId: number,
  callers: readonly Caller[],
): Promise<PromiseSettledResult<CallOutcome>[]> {
  try {
    const outcomes = await together(world, officeId, callers)
    return outcomes.map(value => ({ status: 'fulfilled', value }))
  } catch (reason) {
    if (callers.length === 1 || !(isIntegrityViolation(reason) || isDeadlock(reason))) {
      return callers.map(() => ({ status: 'rejected', reason }))
    }
    const each: PromiseSettledResult<CallOutcome>[] = []
    for (const caller of callers) each.push(...(await settle(world, officeId, [caller])))
    return each
  }
}

async function round(world: World, calls: readonly CallNext[]): Promise<readonly Promise<CallOutcome>[]> {
  const offices = Map.groupBy(calls, ({ office_id }) => office_id)
  const settled = new Map([...offices].map(([officeId, those]) => [officeId, settle(world, officeId, those)]))
  return calls.map(async call => {
    const { office_id } = call
    const result = (await settled.get(office_id))?.[offices.get(office_id)?.indexOf(call) ?? -1]
    if (result?.status === 'fulfilled') return result.value
    throw result?.reason
  })
}

/**
 * Calls the next to this clerk's modulo, a ticket or a reservation that is due, together with all desks that call in the same
 * moment. Whoever still stood there was attended.
 * @throws Refusal no-modulo; nobody-waiting, and then nothing changed: the one at the desk stays
 * @see rules CALL-01, CALL-03
 */
export async function callNext(
  { gate, ...world }: World & Pick<QueueContext, 'gate'>,
  input: CallNext,
): Promise<{ tuid: string }> {
  const outcome = await gate.together(
    input.office_id,
    { kind: 'calls', most: ROUND_MOST, go: (calls: readonly CallNext[]) => round(world, calls) },
    input,
  )
  switch (outcome.verdict) {
    case 'called':
      return { tuid: outcome.tuid }
    case 'no-modulo':
      throw noModulo()
    case 'nobody-waiting':
      throw new Refusal('nobody-waiting', 409, 'nobody waits in these lines')
  }
}
