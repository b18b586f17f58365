import {
  WHATSAPP_CODE_AGAIN_MS,
  WHATSAPP_CODE_DIGITS,
  WHATSAPP_CODE_MS,
  WHATSAPP_CODES_MAX,
} from '#contract/limits.ts'
import type { Language } from '#contract/primitives.ts'
import type { WhatsappNumber, WhatsappState } from '#contract/rest/whatsapp.ts'
import { e164Of } from '#contract/rules/whatsapp-number.ts'
import { addressKey, type Asker } from '#server/knocks/asker.ts'
import { countKnock, takeKnockBack } from '#server/knocks/count-knock.ts'
import { Refusal } from '#server/web/refusal.ts'
import { askedNumber, NONE_BESIDE } from './asked-number.ts'
import { type SentOutcome, sendMessage } from './send-message.ts'
import type { WhatsappContext } from './whatsapp-context.ts'
import { whatsappState } from './whatsapp-state.ts'

const RANDOM_BYTES = 6
/** Meta's error codes: no such number; number not allowed; our own number; invalid parameter. */
const NO_SUCH_NUMBER = new Set([131026, 131030, 131021, 131009, 100])

/** No 429: that says of the whole application that it is asked too much. */
const tooMany = () => new Refusal('whatsapp-codes-used', 409, 'too many codes within an hour')

/** The code is the person's and the number's: neither may be changed under it. */
export const codeHashOf = (
  { protection }: Pick<WhatsappContext, 'protection'>,
  { userId, numberHash, code }: { userId: string; numberHash: Uint8Array; code: string },
) => protection.codeHash(`whatsapp ${userId} ${Buffer.from(numberHash).toString('base64url')} ${code}`)

function makeCode({ random }: WhatsappContext): string {
  const drawn = Buffer.from(random.bytes(RANDOM_BYTES)).readUIntBE(0, RANDOM_BYTES)
  return String(drawn % 10 ** WHATSAPP_CODE_DIGITS).padStart(WHATSAPP_CODE_DIGITS, '0')
}

const ownKeys = (userId: string, numberHash: Uint8Array): [person: string, number: string] => [
  `person ${userId}`,
  `number ${Buffer.from(numberHash).toString('base64url')}`,
]

/**
 * That no code went out is not the person's fault: they may ask for one as often as before. What their
 * address may ask for bounds what that costs.
 */
const uncountCode = ({ database }: WhatsappContext, userId: string, numberHash: Uint8Array) =>
  takeKnockBack(database.db, { kind: 'whatsapp-code', keys: ownKeys(userId, numberHash) })

/**
 * Each costs money, and rings at whoever has the number: counted by who asks, for whom, and from where. What
 * is refused for one of these is not counted for the next: an address is shared, and whoever asks on and on
 * leaves the others there theirs.
 */
async function countCode(context: WhatsappContext, asker: Asker, userId: string, numberHash: Uint8Array) {
  const { database, clock, protection } = context
  const count = (key: string) =>
    countKnock(database.db, { kind: 'whatsapp-code', keys: [key], at: clock.now() })
  const [person, number] = ownKeys(userId, numberHash)
  if ((await count(person)) > WHATSAPP_CODES_MAX.person) throw tooMany()
  if ((await count(number)) > WHATSAPP_CODES_MAX.number) throw tooMany()
  if ((await count(addressKey(asker, protection))) <= WHATSAPP_CODES_MAX.address) return
  await uncountCode(context, userId, numberHash)
  throw tooMany()
}

function refusalOf(outcome: SentOutcome): Refusal | null {
  switch (outcome.kind) {
    case 'accepted':
      return null
    case 'limited':
      return tooMany()
    case 'refused':
      if (outcome.code !== null && NO_SUCH_NUMBER.has(outcome.code))
        return new Refusal('whatsapp-undeliverable', 409, 'WhatsApp does not reach that number')
      return new Refusal('unavailable', 503, 'WhatsApp did not take the code')
    default:
      return new Refusal('unavailable', 503, 'WhatsApp did not answer')
  }
}

/**
 * Takes the number down, unconfirmed, with the code's hash: beside the one that is confirmed, which is called
 * until then. Of two presses at once one does.
 * @returns false where the same number is confirmed, or its code was sent a moment ago
 */
async function takeDown(
  { database: { db }, clock, protection }: WhatsappContext,
  userId: string,
  number: string,
  { number_hash, code_hash }: { number_hash: Uint8Array; code_hash: Uint8Array },
): Promise<boolean> {
  const sealed = protection.sealNumber(number, userId)
  const expires = new Date(clock.now().getTime() + WHATSAPP_CODE_MS)
  const justSent = new Date(expires.getTime() - WHATSAPP_CODE_AGAIN_MS)
  const beside = await db
    .updateTable('whatsapp_numbers')
    .set({
      next_number: sealed,
      next_number_hash: number_hash,
      next_code_hash: code_hash,
      next_code_expires_at: expires,
      tries: 0,
    })
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .where('number_hash', '!=', number_hash)
    .where(({ eb, or }) =>
      or([
        eb('next_number_hash', 'is distinct from', number_hash),
        eb('next_code_expires_at', '<=', justSent),
      ]),
    )
    .returning('user_id')
    .executeTakeFirst()
  if (beside) return true
  const values = {
    number: sealed,
    number_hash,
    code_hash,
    code_expires_at: expires,
    tries: 0,
    confirmed_at: null,
    ...NONE_BESIDE,
  }
  const first = await db
    .insertInto('whatsapp_numbers')
    .values({ user_id: userId, ...values })
    .onConflict(conflict =>
      conflict
        .column('user_id')
        .doUpdateSet(values)
        .where('whatsapp_numbers.confirmed_at', 'is', null)
        .where(({ eb, or }) =>
          or([
            eb('whatsapp_numbers.number_hash', '!=', number_hash),
            eb('whatsapp_numbers.code_expires_at', '<=', justSent),
          ]),
        ),
    )
    .returning('user_id')
    .executeTakeFirst()
  return first !== undefined
}

/** The number that is confirmed, said again: another that was said meanwhile is not wished any more. */
async function staysAsItIs({ database: { db } }: WhatsappContext, userId: string, hash: Uint8Array) {
  const stays = await db
    .updateTable('whatsapp_numbers')
    .set({ ...NONE_BESIDE, tries: 0 })
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .where('number_hash', '=', hash)
    .returning('user_id')
    .executeTakeFirst()
  return stays !== undefined
}

/** Whether a code to that number is on its way already. */
async function isUnderWay({ database: { db }, clock }: WhatsappContext, userId: string, hash: Uint8Array) {
  const row = await db
    .selectFrom('whatsapp_numbers')
    .selectAll()
    .where('user_id', '=', userId)
    .executeTakeFirst()
  const asked = row ? askedNumber(row) : null
  if (!asked || !Buffer.from(asked.number_hash).equals(hash)) return false
  const justSent = clock.now().getTime() + WHATSAPP_CODE_MS - WHATSAPP_CODE_AGAIN_MS
  return asked.code_expires_at.getTime() > justSent
}

/** Nobody got the code: it opens nothing, and may be asked for again at once. */
async function endCode({ database: { db } }: WhatsappContext, userId: string, code: Uint8Array, at: Date) {
  const update = db.updateTable('whatsapp_numbers').where('user_id', '=', userId)
  await update.set({ code_expires_at: at }).where('code_hash', '=', code).execute()
  await update.set({ next_code_expires_at: at }).where('next_code_hash', '=', code).execute()
}

async function languageOf({ database: { db } }: WhatsappContext, userId: string, chosen?: Language) {
  if (chosen) await db.updateTable('users').set({ language: chosen }).where('id', '=', userId).execute()
  const found = await db.selectFrom('users').select('language').where('id', '=', userId).executeTakeFirst()
  return found?.language ?? 'es'
}

/**
 * Sends a code to a number, by which its owner shows that it is theirs. Asked for again within a minute, or
 * for a number that is confirmed, nothing is sent. Whatever comes of it, the number that is confirmed is
 * called until the code of another comes back.
 * @throws Refusal whatsapp-number-invalid, whatsapp-undeliverable, whatsapp-codes-used, unavailable
 */
export async function askCode(
  context: WhatsappContext,
  userId: string,
  asker: Asker,
  { phone, language }: WhatsappNumber,
): Promise<WhatsappState> {
  const { database, clock, protection, random, settings } = context
  const number = e164Of(phone)
  if (number === null) {
    const fields = [{ path: 'phone', message: 'not a number with its country' }]
    throw new Refusal('whatsapp-number-invalid', 400, 'the number needs its country', fields)
  }
  const number_hash = protection.whatsappHash('number', number)
  const spoken = await languageOf(context, userId, language)
  if ((await staysAsItIs(context, userId, number_hash)) || (await isUnderWay(context, userId, number_hash)))
    return await whatsappState(context, userId)
  await countCode(context, asker, userId, number_hash)
  const code = makeCode(context)
  const code_hash = codeHashOf(context, { userId, numberHash: number_hash, code })
  if (!(await takeDown(context, userId, number, { number_hash, code_hash })))
    return await whatsappState(context, userId)

  const [id, at] = [random.uuid(), clock.now()]
  await database.db
    .insertInto('whatsapp_messages')
    .values({
      id,
      user_id: userId,
      ticket_id: null,
      kind: 'code',
      calls: null,
      message_hash: null,
      sent_at: at,
      status: 'sending',
      status_at: at,
      error_code: null,
      billed: null,
    })
    .execute()
  const outcome = await sendMessage(context, 'code', {
    id,
    to: number,
    template: settings.templates.code,
    language: spoken,
    parameters: [code],
    copies: code,
  })
  const refusal = refusalOf(outcome)
  if (refusal) {
    await endCode(context, userId, code_hash, at)
    if (refusal.code !== 'whatsapp-undeliverable') await uncountCode(context, userId, number_hash)
    throw refusal
  }
  return await whatsappState(context, userId)
}
