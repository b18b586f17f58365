import type { Transaction } from 'kysely'
import type { Database } from '#server/database/database.ts'
import { DatabaseUnavailable } from '#server/database/unavailable.ts'
import type { Tables } from '#server/database/tables.ts'
import { enqueueJobs } from '#server/jobs/enqueue-jobs.ts'
import type { NewJob } from '#server/jobs/job.ts'
import { agreedNow, type Clock } from '#server/platform/clock.ts'
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
 * What a change did, and what is to be done later because of it, once its facts have their place in the log:
 * from then on, `agreed`, by the time on which all servers agree.
 * A change whose verb answers something returns that beside it.
 */
export interface OfficeChanged {
  facts: NewFact[]
  jobsOf: (facts: readonly Fact[], agreed: Date) => readonly NewJob<string, object>[]
}

/** Happens while the office is held. @param agreed now, by the time on which all servers agree */
type Change<Done extends OfficeChanged> = (
  transaction: Transaction<Tables>,
  at: Date,
  agreed: Date,
) => Promise<Done>

/** What a change returned, its facts with their places in the log. */
export type Happened<Done> = Omit<Done, 'facts'> & { facts: Fact[] }

/**
 * With the other changes that wait for the office; alone, where the change holds rows that are not the
 * office's own (a person's, an address's): two of them in one transaction could wait for another such
 * transaction in a circle; or alone and with another office, which is held as well.
 */
export type Goes = 'together' | 'alone' | { with: number }

/** All of them or none, each behind the ones before it. @returns what each returned, in their order */
async function happen<Done extends OfficeChanged>(
  { database, clock, tell }: Omit<ChangeContext, 'gate'>,
  officeIds: readonly number[],
  changes: readonly Change<Done>[],
): Promise<Happened<Done>[]> {
  const each = await database.transaction(async transaction => {
    // In one order, whoever holds several: none waits for another in a circle.
    for (const officeId of officeIds.toSorted((a, b) => a - b)) await holdOffice(transaction, officeId)
    const happened: Happened<Done>[] = []
    for (const change of changes) {
      const done = await change(transaction, clock.now(), agreedNow(clock))
      const facts = await appendFacts(transaction, done.facts)
      await enqueueJobs(transaction, done.jobsOf(facts, agreedNow(clock)))
      happened.push({ ...done, facts })
    }
    return happened
  })
  tell(each.flatMap(({ facts }) => facts))
  return each
}

/**
 * The one way in which an office's turns and reservations change, rounds of numbers, calls and bookings
 * aside: holds the office, lets the change happen, logs its facts, asks for the jobs that follow from them,
 * commits, and then tells the facts: in this process in their order. A change that throws leaves nothing
 * behind. All that wait for the office meanwhile are committed together; where one of them throws each goes
 * alone, so a change may be begun twice.
 * @param where the office; or a clerk's doing there, whose press is noted with the change
 * @returns what the change returned, once it is committed
 */
export async function changeOffice<Done extends OfficeChanged>(
  { gate, ...world }: ChangeContext,
  where: number | DoneAt,
  change: Change<Done>,
  goes: Goes = 'together',
): Promise<Happened<Done>> {
  const officeId = typeof where === 'number' ? where : where.office_id
  const pressed: Change<Done> = async (transaction, at, agreed) => {
    if (typeof where !== 'number') await notePress(transaction, where, at)
    return await change(transaction, at, agreed)
  }
  if (goes !== 'together') {
    const held = goes === 'alone' ? [officeId] : [officeId, goes.with]
    const [alone] = await gate.pass(officeId, () => happen(world, held, [pressed]))
    return alone!
  }
  const round = {
    // Each office by itself: one that another process holds keeps no other waiting.
    kind: `changes of ${officeId}`,
    most: ROUND_MOST,
    go: async (changes: readonly Change<Done>[]) =>
      settleByOffice(
        changes,
        () => officeId,
        (_officeId, those) => happen(world, [officeId], those),
        error => !(error instanceof DatabaseUnavailable),
      ),
  }
  return await gate.together(officeId, round, pressed)
}
