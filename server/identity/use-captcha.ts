import type { Kysely } from 'kysely'
import type { Tables } from '#server/database/tables.ts'
import { Refusal } from '#server/web/refusal.ts'
import type { SolvedCaptcha } from './captcha.ts'

/**
 * Spends a solved captcha, in the transaction of what it was solved for: if that fails, the captcha is still
 * good. The signature itself would pass again and again; it is the row that lets it pass once (AUTH-08).
 * @throws Refusal captcha-used
 */
export async function useCaptcha(transaction: Kysely<Tables>, captcha: SolvedCaptcha): Promise<void> {
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto('used_captchas')
    .values({ signature: captcha.signature, expires_at: captcha.expiresAt })
    .onConflict(conflict => conflict.column('signature').doNothing())
    .executeTakeFirstOrThrow()
  if (numInsertedOrUpdatedRows !== 1n) throw new Refusal('captcha-used', 409, 'the captcha was used before')
}
