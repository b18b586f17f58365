import type { Kysely } from 'kysely'
import { DOCUMENT_CLASHES_MAX } from '#contract/limits.ts'
import type { Tables } from '#server/database/tables.ts'
import type { Protection } from '#server/secrets/protection.ts'
import { DocumentClash, Refusal } from '#server/web/refusal.ts'
import { addressKey, type Asker, userKey } from './asker.ts'
import { countKnock } from './count-knock.ts'

/** @see rule DOC-03 */
export const tooManyClashes = () =>
  new Refusal('too-many-requests', 429, 'too many documents that are in use')

/**
 * Whoever had as many clashes as they may asks for nothing more under a document, wherever it is in use and
 * wherever not: else the 429 itself would tell them apart. Only what they declare is still heard, and that is
 * answered alike in both cases. An address is shared by too many people for this: there, what would have
 * been one clash more is the 429.
 */
export const hasClashedTooOften = (clashes: number): boolean => clashes >= DOCUMENT_CLASHES_MAX

/**
 * Counts a clash against person and address, and says what is answered.
 * @param asker null for what this house asks for itself
 * @param countsAddress false where the office named the address as its own: a waiting room is not one person
 */
export async function answerToClash(
  db: Kysely<Tables>,
  clash: DocumentClash,
  {
    user_id,
    asker,
    at,
    protect,
    countsAddress,
  }: {
    user_id: string
    asker: Asker | null
    at: Date
    protect: Pick<Protection, 'addressHash'>
    countsAddress: boolean
  },
): Promise<Refusal> {
  if (!asker) return clash
  const keys = [userKey(user_id), ...(countsAddress ? [addressKey(asker, protect)] : [])]
  const times = await countKnock(db, { kind: 'clash', keys, at })
  return times > DOCUMENT_CLASHES_MAX ? tooManyClashes() : clash
}
