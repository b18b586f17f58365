import type { Kysely } from 'kysely'
import { DOCUMENT_CLASHES_MAX } from '#contract/limits.ts'
import type { Tables } from '#server/database/tables.ts'
import type { Protection } from '#server/secrets/protection.ts'
import { DocumentClash, Refusal } from '#server/web/refusal.ts'
import { addressKey, type Asker, sessionKey } from './asker.ts'
import { countKnock } from './count-knock.ts'

/** @see rule DOC-03 */
export const tooManyClashes = () =>
  new Refusal('too-many-requests', 429, 'too many documents that are in use')

/**
 * A session that had as many clashes as it may asks for nothing more under a document, wherever it is in use
 * and wherever not: else the 429 itself would tell them apart. Only what it declares is still heard, and that
 * is answered alike in both cases. An address is shared by too many people for this: there, what would have
 * been one clash more is the 429.
 */
export const hasClashedTooOften = (clashes: number): boolean => clashes >= DOCUMENT_CLASHES_MAX

/**
 * Counts a clash against session and address, and says what is answered.
 * @param asker null for what this house asks for itself
 * @param countsAddress false where the office named the address as its own: a waiting room is not one person
 */
export async function answerToClash(
  db: Kysely<Tables>,
  clash: DocumentClash,
  {
    asker,
    at,
    protect,
    countsAddress,
  }: {
    asker: Asker | null
    at: Date
    protect: Pick<Protection, 'addressHash'>
    countsAddress: boolean
  },
): Promise<Refusal> {
  if (!asker) return clash
  const keys = [sessionKey(asker), ...(countsAddress ? [addressKey(asker, protect)] : [])]
  const times = await countKnock(db, { kind: 'clash', keys, at })
  return times > DOCUMENT_CLASHES_MAX ? tooManyClashes() : clash
}
