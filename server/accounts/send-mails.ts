import { MAIL_LINK_MS, MAILS_AN_HOUR } from '#contract/limits.ts'
import { MAIL_LINKS, type MailLinkKind } from '#contract/rest/accounts.ts'
import { PROVIDER_NAMES } from '#contract/rules/provider-names.ts'
import { hashOfToken, newCookieToken } from '#server/identity/tokens.ts'
import { type Job, type JobHandlers, TryAgainLater } from '#server/jobs/job.ts'
import { countKnock, takeKnockBack } from '#server/knocks/count-knock.ts'
import { MailRefused } from '#server/mail/mailer.ts'
import { agreedNow } from '#server/platform/clock.ts'
import { anotherProvider, type MailKind, mailTexts } from '#locales/mail/texts.ts'
import type { AccountJobPayloads } from './account-jobs.ts'
import { spelled } from './account-of-email.ts'
import type { AccountsContext } from './accounts-context.ts'
import { openAddress } from './former-address.ts'

type MailContext = Pick<
  AccountsContext,
  'clock' | 'database' | 'mailer' | 'origin' | 'protection' | 'providers' | 'random'
>

const FIRST_PAUSE_MS = 10_000

/**
 * 10, 40, 160 … seconds after the attempt that failed. A mail server that somebody has to mend is away for
 * hours: all attempts of a job span fifteen, which is a night.
 */
const pauseAfter = (attempts: number): number => FIRST_PAUSE_MS * 4 ** (attempts - 1)

/** Before another server may begin it: what the mail server has not taken by then it is never given. */
const MARGIN_MS = 1_000

const isLinkKind = (mail: MailKind): mail is MailKind & MailLinkKind => mail in MAIL_LINKS

interface LinkWish {
  kind: MailLinkKind
  user_id: string
  email_hash: Uint8Array
  former?: Uint8Array
  /** From when on it is good. */
  from: Date
}

/** Makes the link that goes into an e-mail: only its hash is kept. */
async function makeLink(
  { database: { db }, origin, random }: Pick<AccountsContext, 'database' | 'origin' | 'random'>,
  { from, ...link }: LinkWish,
): Promise<string> {
  const token = newCookieToken(random)
  const expires_at = new Date(from.getTime() + MAIL_LINK_MS[link.kind])
  await db
    .insertInto('account_links')
    .values({ ...link, token_hash: hashOfToken(token), expires_at })
    .execute()
  return `${origin()}${MAIL_LINKS[link.kind]}#${token}`
}

async function send(
  context: MailContext,
  { mail: asked, user_id, language, to, at, provider }: AccountJobPayloads['mail-account'],
  { attempts, locked_until }: Pick<Job, 'attempts' | 'locked_until'>,
): Promise<void> {
  const {
    clock,
    database: { db },
    mailer,
    protection,
    origin,
  } = context
  if (!mailer) return
  const account = await db
    .selectFrom('accounts')
    .innerJoin('users', 'users.id', 'accounts.user_id')
    .select(['accounts.email_hash', 'accounts.email_confirmed_at', 'users.person'])
    .where('accounts.user_id', '=', user_id)
    .executeTakeFirst()
  if (!account?.person) return
  // The release before told every address so, also one that nobody had confirmed, and not since when.
  const mail = asked === 'email-changed' && at === undefined ? 'email-corrected' : asked
  if (mail === 'confirm-email' && account.email_confirmed_at !== null) return
  const knock = { kind: 'mail', keys: [[mail, user_id, provider].join(' ').trim()] } as const
  if ((await countKnock(db, { ...knock, at: clock.now() })) > MAILS_AN_HOUR) return
  const former = to === undefined ? undefined : Buffer.from(to, 'base64')
  const address =
    former === undefined
      ? protection.openPerson(account.person, user_id).email
      : openAddress(protection, former)
  const about = { user_id, email_hash: account.email_hash, from: clock.now() }
  const link = !isLinkKind(mail)
    ? `${origin()}/profile`
    : await makeLink(context, {
        kind: mail,
        ...about,
        ...(mail === 'email-changed' && {
          email_hash: protection.emailHash(spelled(address)),
          former,
          from: new Date(at ?? about.from),
        }),
      })
  const named =
    (provider && PROVIDER_NAMES[provider]) ??
    context.providers.find(({ id }) => id === provider)?.label ??
    anotherProvider[language]
  const { subject, text } = mailTexts[language][mail]
  const leftMs = locked_until.getTime() - MARGIN_MS - agreedNow(clock).getTime()
  try {
    const letter = { to: address, subject: `Numerito: ${subject}`, text: text(link, named) }
    await mailer.send(letter, Math.max(0, leftMs))
  } catch (error) {
    // What no mailbox got does not fill the hour: whoever asks once the mail server is back gets theirs.
    await takeKnockBack(db, knock)
    if (error instanceof MailRefused) throw error
    throw new TryAgainLater((error as Error).message, pauseAfter(attempts))
  }
}

/** Told to nobody who asked: a mail server that is away is asked again, and a mailbox is not flooded. */
export const accountMails = (
  context: MailContext,
): JobHandlers<Pick<AccountJobPayloads, 'mail-account' | 'mail-forgotten'>> => ({
  'mail-account': (payload, job) => send(context, payload, job),

  async 'mail-forgotten'({ email_hash, language }, job) {
    const account = await context.database.db
      .selectFrom('accounts')
      .select('user_id')
      .where('email_hash', '=', Buffer.from(email_hash, 'base64url'))
      .executeTakeFirst()
    if (!account) return
    const { user_id } = account
    await send(context, { mail: 'reset-password', user_id, language }, job)
  },
})
