import { sql } from 'kysely'
import { CALL_STANDS_MS } from '#contract/limits.ts'
import type { Language } from '#contract/primitives.ts'
import { type JobHandlers, TryAgainLater } from '#server/jobs/job.ts'
import { JOB_ATTEMPTS_MAX } from '#server/jobs/run-jobs.ts'
import { agreedNow } from '#server/platform/clock.ts'
import type { CallToBring, WhatsappJobPayloads } from './arrange-call.ts'
import { type CalledTicket, callWords } from './call-words.ts'
import { sendMessage } from './send-message.ts'
import type { WhatsappContext } from './whatsapp-context.ts'

/** Longer than a request lasts: who began to send before that, and said nothing of it, has died over it. */
const DIED_MS = 10_000
/** More than one message to one person within six seconds is refused. */
const FIRST_PAUSE_MS = 6_000
const LONGEST_PAUSE_MS = 120_000

/** Grows so that all attempts of a job lie within the time for which a call stands. */
const pauseAfter = (attempts: number) => Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (attempts - 1))

interface StandingCall extends CalledTicket {
  at: Date
  language: Language
  to: Uint8Array
}

/**
 * The call, where it is still to be brought: it stands, this very one; no browser said that it showed it, and
 * its owner has not said that they are coming (who is called again said so of an earlier call, and did not
 * come); they wish it, and the number is theirs.
 */
async function readCall(
  { database: { db }, clock }: WhatsappContext,
  { office_id, seq, ticket_id, user_id, calls }: CallToBring,
): Promise<StandingCall | null> {
  const stoodFrom = new Date(clock.now().getTime() - CALL_STANDS_MS)
  const { rows } = await sql<StandingCall>`
    select t.prefix, t.number, coalesce(r.meet, l.virtual) as meet, o.name as office_name, l.name as line_name,
      m.name as modulo, f.at, u.language, w.number as "to"
    from tickets t
    join offices o on o.id = t.office_id
    join lines l on l.id = t.line_id
    join facts f on f.office_id = t.office_id and f.seq = ${seq}::bigint
    join users u on u.id = t.user_id
    join preferences p on p.user_id = u.id and p.site = 'web' and p.notifications->'whatsapp' = 'true'::jsonb
    join whatsapp_numbers w on w.user_id = u.id and w.confirmed_at is not null
    left join modulos m on m.id = t.modulo_id
    left join reservations r on r.id = t.reservation_id
    where t.id = ${ticket_id}::uuid and t.office_id = ${office_id}::integer and t.user_id = ${user_id}::uuid
      and t.state = 'called' and t.calls = ${calls}::integer
      and (not t.on_my_way or t.calls > 1)
      and f.at > ${stoodFrom}::timestamptz
      and not exists (
        select from push_deliveries d
        where d.ticket_id = t.id and d.kind = 'call' and d.calls = t.calls and d.shown_at is not null
      )`.execute(db)
  return rows[0] ?? null
}

/**
 * The one who may send it now, by the row that this call of the ticket has once: whoever comes while another
 * is at it, or after it went out, is not.
 * @returns the message's id; null where it went out
 * @throws TryAgainLater where another is at it
 */
async function claim(
  { database: { db }, clock, random }: WhatsappContext,
  { ticket_id, user_id, calls }: CallToBring,
): Promise<string | null> {
  // By the time on which all servers agree, or one would take for dead who has only begun.
  const at = agreedNow(clock)
  const died = new Date(at.getTime() - DIED_MS)
  const claimed = await db
    .insertInto('whatsapp_messages')
    .values({
      id: random.uuid(),
      user_id,
      ticket_id,
      kind: 'call',
      calls,
      message_hash: null,
      sent_at: at,
      status: 'sending',
      status_at: at,
      error_code: null,
      billed: null,
    })
    .onConflict(conflict =>
      conflict
        .constraint('whatsapp_messages_call_once')
        .doUpdateSet({ status: 'sending', sent_at: at, status_at: at })
        .where(({ eb, or, and }) =>
          or([
            eb('whatsapp_messages.status', '=', 'postponed'),
            and([
              eb('whatsapp_messages.status', '=', 'sending'),
              eb('whatsapp_messages.sent_at', '<=', died),
            ]),
          ]),
        ),
    )
    .returning('id')
    .executeTakeFirst()
  if (claimed) return claimed.id
  const other = await db
    .selectFrom('whatsapp_messages')
    .select('status')
    .where('ticket_id', '=', ticket_id)
    .where('calls', '=', calls)
    .executeTakeFirst()
  if (other?.status !== 'sending') return null
  throw new TryAgainLater('another is sending it', DIED_MS)
}

/** The handler of the calls that push did not bring: it looks at each as it stands now. */
export const callByWhatsapp = (context: WhatsappContext): JobHandlers<WhatsappJobPayloads> => ({
  async 'whatsapp-call'(job, { attempts }) {
    const call = await readCall(context, job)
    if (!call) return
    const id = await claim(context, job)
    if (id === null) return
    const outcome = await sendMessage(context, 'call', {
      id,
      to: context.protection.openNumber(call.to, job.user_id),
      template: context.settings.templates.call,
      language: call.language,
      parameters: callWords(call, call.language),
    })
    if (outcome.kind !== 'busy' && outcome.kind !== 'unreachable') return
    // A job that was given up would stay in the table with its error, and nobody mends it.
    if (attempts >= JOB_ATTEMPTS_MAX) return context.count('call', 'given-up')
    const asked = outcome.kind === 'busy' ? outcome.waitMs : 0
    throw new TryAgainLater('WhatsApp did not take the call', Math.max(asked, pauseAfter(attempts)))
  },
})
