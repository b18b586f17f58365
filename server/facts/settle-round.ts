import type { Kysely, Transaction } from 'kysely'
import type { Database } from '#server/database/database.ts'
import type { Tables } from '#server/database/tables.ts'
import { isDeadlock, isIntegrityViolation } from '#server/database/violations.ts'
import { holdOffice } from './hold-office.ts'

/** A constraint refuses the round, or it gave way to another transaction. */
const isOfOne = (error: unknown): boolean => isIntegrityViolation(error) || isDeadlock(error)

/**
 * Lets a round happen. Where it fails because of one of them nothing was written: then each goes alone, so
 * that nobody suffers for another.
 * @param go all or nothing of it is done
 * @param mayGoAlone whether it can be one alone for whom the round failed
 * @returns how it went for each, in their order
 */
async function settleRound<Asked, Answer>(
  asked: readonly Asked[],
  go: (asked: readonly Asked[]) => Promise<readonly Answer[]>,
  mayGoAlone = isOfOne,
): Promise<PromiseSettledResult<Answer>[]> {
  try {
    const answers = await go(asked)
    return answers.map(value => ({ status: 'fulfilled', value }))
  } catch (reason) {
    if (asked.length === 1 || !mayGoAlone(reason)) {
      return asked.map(() => ({ status: 'rejected', reason }))
    }
    const each: PromiseSettledResult<Answer>[] = []
    for (const one of asked) each.push(...(await settleRound([one], go)))
    return each
  }
}

/**
 * Each office's part of a round by itself: none waits for another.
 * @returns an answer for each, in their order
 */
export function settleByOffice<Asked, Answer>(
  asked: readonly Asked[],
  officeOf: (asked: Asked) => number,
  go: (officeId: number, asked: readonly Asked[]) => Promise<readonly Answer[]>,
  mayGoAlone = isOfOne,
): Promise<Answer>[] {
  const offices = Map.groupBy(asked, officeOf)
  const settled = new Map(
    [...offices].map(([officeId, those]) => [
      officeId,
      settleRound(those, all => go(officeId, all), mayGoAlone),
    ]),
  )
  return asked.map(async one => {
    const officeId = officeOf(one)
    const result = (await settled.get(officeId))?.[offices.get(officeId)?.indexOf(one) ?? -1]
    if (result?.status === 'fulfilled') return result.value
    throw result?.reason
  })
}

/** Undefined for those at whose office another process changed something in that very moment. */
interface Outcomes<Answer> {
  outcomes: readonly (Answer | undefined)[]
}

/** A round that reads how its offices stand and writes only while they stand so, and holds none of them. */
export interface FreeRound<Asked, Answer, Round extends Outcomes<Answer>> {
  officeOf(asked: Asked): number
  give(db: Kysely<Tables>, asked: readonly Asked[]): Promise<Round>
  /** Holds what else it is judged by, once their office is held. */
  hold?(transaction: Transaction<Tables>, asked: readonly Asked[]): Promise<unknown>
  /** Lets one attempt happen, and tells what came of it. */
  attempt(asked: readonly Asked[], give: (asked: readonly Asked[]) => Promise<Round>): Promise<Round>
}

/** What a held round was judged by changed all the same, each time. */
class Restless extends Error {
  override readonly name: string = 'Restless'
}

/** A held round is given so often: what changes under it again is one person's own doing. */
const TRIES_MOST = 2

/**
 * Lets a round of several offices happen. Those at whose office another process came between go again, each
 * office by itself, with the office held; nobody else waits for them.
 */
export async function settleFreely<Asked, Answer, Round extends Outcomes<Answer>>(
  database: Database,
  asked: readonly Asked[],
  { officeOf, give, hold, attempt }: FreeRound<Asked, Answer, Round>,
): Promise<readonly Promise<Answer>[]> {
  const settled = await settleRound(
    asked,
    async all => (await attempt(all, those => give(database.db, those))).outcomes,
  )
  const isLate = (_asked: Asked, index: number) =>
    settled[index]?.status === 'fulfilled' && settled[index].value === undefined
  const late = asked.filter(isLate)
  const holding = (officeId: number) => (those: readonly Asked[]) =>
    database.transaction(async transaction => {
      await holdOffice(transaction, officeId)
      await hold?.(transaction, those)
      // What is not held, such as a session, may change also now; then it is seen.
      for (let tries = 0; tries < TRIES_MOST; tries++) {
        const round = await give(transaction, those)
        if (!round.outcomes.includes(undefined)) return round
      }
      throw new Restless(`office ${officeId} does not stand still`)
    })
  const held = settleByOffice(
    late,
    officeOf,
    async (officeId, those) => {
      const { outcomes } = await attempt(those, holding(officeId))
      return outcomes.filter(outcome => outcome !== undefined)
    },
    error => isOfOne(error) || error instanceof Restless,
  )
  return asked.map((one, index) => {
    const result = settled[index]
    if (result?.status === 'rejected') return Promise.reject(result.reason)
    return result?.value === undefined ? held[late.indexOf(one)]! : Promise.resolve(result.value)
  })
}
