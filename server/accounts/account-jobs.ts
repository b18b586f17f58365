import { MAIL_LINK_MS } from '#contract/limits.ts'
import type { Language } from '#contract/primitives.ts'
import type { ProviderId } from '#contract/rest/accounts.ts'
import type { NewJob } from '#server/jobs/job.ts'
import { agreedNow, type Clock } from '#server/platform/clock.ts'
import type { Protection } from '#server/secrets/protection.ts'
import type { MailKind } from '#locales/mail/texts.ts'
import { spelled } from './account-of-email.ts'
import { sealAddress } from './former-address.ts'

/** The jobs of this room. No name, no address, and no link: what opens something is made when it is sent. */
export interface AccountJobPayloads {
  'mail-account': {
    mail: MailKind
    user_id: string
    language: Language
    /** Sealed, base64: an address that the account has no more. Else its own. */
    to?: string
    /** Of the provider that is told of: each has an e-mail of its own. */
    provider?: ProviderId
    /** When that came to an end (ISO 8601). */
    at?: string
  }
  /** Whoever has this address, if anybody: who asked must not be able to tell. */
  'mail-forgotten': { email_hash: string; language: Language }
  /** What a temporary user may have got in the moment in which they signed in to an account. */
  'bring-late': { from: string; to: string }
}

type About = Omit<AccountJobPayloads['mail-account'], 'mail'>

/** To be written in the transaction from which it follows. */
export const mailJob = (
  mail: MailKind,
  about: About,
  run_at: Date,
): NewJob<'mail-account', AccountJobPayloads['mail-account']> => ({
  kind: 'mail-account',
  key: [mail, about.user_id, ...(about.provider ? [about.provider] : [])].join(':'),
  payload: { mail, ...about },
  run_at,
})

/**
 * Whether the account may be taken back to an address that it has no more: only where that was confirmed for
 * as long as the link is good. One that was not may have been mistyped, and be a stranger's; and whoever took
 * an account, and goes on from their own address to another, has no link there while the owner has one.
 */
const mayReturn = (confirmed_at: Date | null, at: Date) =>
  confirmed_at !== null && at.getTime() - confirmed_at.getTime() >= MAIL_LINK_MS['email-changed']

export const formerAddressKey = (mail: MailKind, user_id: string, email_hash: Uint8Array) =>
  `${mail}:${user_id}:${Buffer.from(email_hash).toString('base64url')}`

/**
 * Told at the address that the account had: one e-mail for each, so that no change drives out the word of
 * the one before it, which whoever made it would like best.
 */
export function formerAddressJob(
  protection: Pick<Protection, 'sealMeta' | 'emailHash'>,
  { email, confirmed_at, ...about }: Omit<About, 'to' | 'at'> & { email: string; confirmed_at: Date | null },
  clock: Clock,
) {
  const at = clock.now()
  const to = Buffer.from(sealAddress(protection, email)).toString('base64')
  const mail = mayReturn(confirmed_at, at) ? 'email-changed' : 'email-corrected'
  const job = mailJob(mail, { ...about, to, at: at.toISOString() }, agreedNow(clock))
  const key = formerAddressKey(mail, about.user_id, protection.emailHash(spelled(email)))
  return { ...job, key }
}

export const forgottenJob = (
  emailHash: Uint8Array,
  language: Language,
  run_at: Date,
): NewJob<'mail-forgotten', AccountJobPayloads['mail-forgotten']> => {
  const email_hash = Buffer.from(emailHash).toString('base64url')
  return { kind: 'mail-forgotten', key: email_hash, payload: { email_hash, language }, run_at }
}

/** Longer than any request that was under way then. */
const LATE_MS = 30_000

export const lateJob = (
  from: string,
  to: string,
  agreed: Date,
): NewJob<'bring-late', AccountJobPayloads['bring-late']> => ({
  kind: 'bring-late',
  key: from,
  payload: { from, to },
  run_at: new Date(agreed.getTime() + LATE_MS),
})
