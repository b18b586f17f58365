import { isDeadlock, isIntegrityViolation } from '#server/database/violations.ts'

/**
 * Lets a round happen. Where a constraint refuses it, or it gave way to another transaction, nothing was written: then each
 * goes alone, so that nobody suffers for another.
 * @param go all or nothing of it is done
 * @returns how it went for each, in their order
 */
export async function settleRound<Asked, Answer>(
  asked: readonly Asked[],
  go: (asked: readonly Asked[]) => Promise<readonly Answer[]>,
): Promise<PromiseSettledResult<Answer>[]> {
  try {
    const answers = await go(asked)
    return answers.map(value => ({ status: 'fulfilled', value }))
  } catch (reason) {
    if (asked.length === 1 || !(isIntegrityViolation(reason) || isDeadlock(reason))) {
      return asked.map(() => ({ status: 'rejected', reason }))
    }
    const each: PromiseSettledResult<Answer>[] = []
    for (const one of asked) each.push(...(await settleRound([one], go)))
    return each
  }
}

/** Each office's part of a round by itself: none waits for another. @returns an answer for each, in their order */
export function settleByOffice<Asked, Answer>(
  asked: readonly Asked[],
  officeOf: (asked: Asked) => number,
  go: (officeId: number, asked: readonly Asked[]) => Promise<readonly Answer[]>,
): Promise<Answer>[] {
  const offices = Map.groupBy(asked, officeOf)
  const settled = new Map(
    [...offices].map(([officeId, those]) => [officeId, settleRound(those, all => go(officeId, all))]),
  )
  return asked.map(async one => {
    const officeId = officeOf(one)
    const result = (await settled.get(officeId))?.[offices.get(officeId)?.indexOf(one) ?? -1]
    if (result?.status === 'fulfilled') return result.value
    throw result?.reason
  })
}
