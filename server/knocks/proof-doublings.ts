import { type Kysely, sql } from 'kysely'
import { ADDRESS_NUMBERS_MAX, NUMBERS_TO_DOUBLE, PROOF_DOUBLINGS_MAX } from '#contract/limits.ts'
import type { Tables } from '#server/database/tables.ts'
import type { Protection } from '#server/secrets/protection.ts'
import { addressKey } from './asker.ts'
import { knocksOf } from './count-knock.ts'
import { numbersOfOwn } from './own-networks.ts'

/**
 * How often the proof of work that an address is asked for has doubled: with each ten numbers within the
 * hour, and with each that a clerk removed as false. Where an office named the address as its own, with as
 * many more.
 * @see rule SEC-03
 */
export async function proofDoublings(
  db: Kysely<Tables>,
  { address, at, protect }: { address: string; at: Date; protect: Pick<Protection, 'addressHash'> },
): Promise<number> {
  const key = addressKey({ address }, protect)
  const [taken, removed] = [
    await knocksOf(db, { kind: 'number', key, at }),
    await knocksOf(db, { kind: 'false', key, at }),
  ]
  if (taken < NUMBERS_TO_DOUBLE && removed === 0) return 0
  const offices = await db
    .selectFrom('offices')
    .select('networks')
    .where('active', '=', true)
    .where(sql<boolean>`networks <> '[]'`)
    .execute()
  const own = numbersOfOwn(
    offices.flatMap(office => office.networks),
    address,
  )
  const each = NUMBERS_TO_DOUBLE * Math.max(1, (own ?? 0) / ADDRESS_NUMBERS_MAX)
  return Math.min(PROOF_DOUBLINGS_MAX, Math.floor(taken / each) + removed)
}
