import type { Transaction } from 'kysely'
import type { Database } from '#server/database/database.ts'
import { DatabaseUnavailable } from '#server/database/unavailable.ts'
import type { Tables } from '#server/database/tables.ts'
import { enqueueJobs } from '#server/jobs/enqueue-jobs.ts'
import type { NewJob } from '#server/jobs/job.ts'
import type { Clock } from '#server/platform/clock.ts'
import { appendFacts } from './append-facts.ts'
import type { DoneAt } from './clerk-office.ts'
import type { Fact, NewFact, TellFacts } from './fact.ts'
import { holdOffice } from './hold-office.ts'
import { notePress } from './note-press.ts'
import type { OfficeGate } from './office-gate.ts'
import { settleByOffice } from './settle-round.ts'

/** What changing an office needs of the world. */
export interface ChangeContext {
  database: Database
  clock: Clock
  tell: TellFacts
  /** One for all that happens on this database in this process. */
  gate: OfficeGate
}

/** In one round at most. */
const ROUND_MOST = 32

/**
 * What a change did, and what is to be done later because of it, once its facts have their place in the log.
 */
export interface OfficeChanged {
  facts: NewFact[]
  jobsOf: (facts: readonly Fact[]) => readonly NewJob<string, object>[]
}

/** Happens while the office is held. */
type Change = (transaction: Transaction<Tables>, at: Date) => Promise<OfficeChanged>

/** All of them or none, each behind the ones before it. @returns each one's facts */
async function happen(
  { database, clock, tell }: Omit<ChangeContext, 'gate'>,
  officeId: number,
  changes: readonly Change[],
): Promise<Fact[][]> {
  const each = await database.transaction(async transaction => {
    await holdOffice(transaction, officeId)
    const done: Fact[][] = []
    for (const change of changes) {
      const { facts, jobsOf } = await change(transaction, clock.now())
      const logged = await appendFacts(transaction, facts)
      await enqueueJobs(transaction, jobsOf(logged))
      done.push(logged)
    }
    return done
  })
  tell(each.flat())
  return each
}

/**
 * The one way in which an office's turns and reservations change, rounds of numbers, calls and bookings
 * aside: holds the office, lets the change happen, logs its facts, asks for the jobs that follow from them,
 * commits, and then tells the facts: in this process in their order. A change that throws leaves nothing
 * behind. All that wait for the office meanwhile are committed together; where one of them throws each goes
 * alone, so a change may be begun twice.
 * @param where the office; or a clerk's doing there, whose press is noted with the change
 * @param goes alone, where the change holds rows that are not the office's own (a person's, an address's):
 * two of them in one transaction could wait for another such transaction in a circle
 */
export async function changeOffice(
  { gate, ...world }: ChangeContext,
  where: number | DoneAt,
  change: Change,
  goes: 'together' | 'alone' = 'together',
): Promise<Fact[]> {
  const officeId = typeof where === 'number' ? where : where.office_id
  const pressed: Change = async (transaction, at) => {
    if (typeof where !== 'number') await notePress(transaction, where, at)
    return await change(transaction, at)
  }
  if (goes === 'alone') {
    const [facts = []] = await gate.pass(officeId, () => happen(world, officeId, [pressed]))
    return facts
  }
  const round = {
    // Each office by itself: one that another process holds keeps no other waiting.
    kind: `changes of ${officeId}`,
    most: ROUND_MOST,
    go: async (changes: readonly Change[]) =>
      settleByOffice(
        changes,
        () => officeId,
        (_officeId, those) => happen(world, officeId, those),
        error => !(error instanceof DatabaseUnavailable),
      ),
  }
  return await gate.together(officeId, round, pressed)
}
