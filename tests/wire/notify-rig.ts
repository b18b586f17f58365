import { sql } from 'kysely'
import * as v from 'valibot'
import type { Language } from '#contract/primitives.ts'
import { type PushMessage, pushMessage } from '#contract/push-message.ts'
import type { Database } from '#server/database/database.ts'
import { createJobRunner } from '#server/jobs/run-jobs.ts'
import type { NotifyContext } from '#server/notify/notify-context.ts'
import { pushReservationNews } from '#server/notify/push-reservation-news.ts'
import { askPoll } from '#server/notify/ask-poll.ts'
import { tellOpening } from '#server/notify/tell-opening.ts'
import { pushTicketNews } from '#server/notify/push-ticket-news.ts'
import { startSession } from '#server/identity/start-session.ts'
import { registerSubscription } from '#server/notify/register-subscription.ts'
import { loadVapidKeys } from '#server/notify/vapid-keys.ts'
import { systemRandom } from '#server/platform/random.ts'
import type { Timers } from '#server/platform/timers.ts'
import type { OpeningJobPayloads } from '#server/queue/lines/opening-jobs.ts'
import type { PollJobPayloads } from '#server/queue/turn/poll-jobs.ts'
import type { QueueJobPayloads } from '#server/queue/turn/queue-jobs.ts'
import type { ReservationJobPayloads } from '#server/reservations/reservation-jobs.ts'
import { createProtection, SECRET_BYTES } from '#server/secrets/protection.ts'
import type { WhatsappJobPayloads } from '#server/whatsapp/arrange-call.ts'
import { callByWhatsapp } from '#server/whatsapp/call-by-whatsapp.ts'
import type { WhatsappService } from '#tests/support/whatsapp-service.ts'
import { decryptPush, type PushKeys } from '#tests/support/push-decryption.ts'
import type { AcceptedPush } from '#tests/support/push-mailbox.ts'
import { type PushService, type PushSubscriptionJson, startPushService } from '#tests/support/push-service.ts'
import { type QueueOffice, queueOffice } from '#tests/support/queue-office.ts'

export const CONTACT = 'mailto:avisos@numerito.example'
export const ORIGIN = 'https://numerito.example'

/** Nothing runs by itself: a test runs the due jobs when it wants them run. */
const still: Timers = { after: () => () => {}, every: () => () => {} }

/** A browser that was subscribed for a person. */
export interface Browser {
  /** By which the server knows it. */
  id: string
  subscription: PushSubscriptionJson
  keys: PushKeys
  /** Everything that reached it, opened, oldest first. */
  heard(): { push: AcceptedPush; message: PushMessage }[]
}

export interface NotifyRig<Office extends QueueOffice = QueueOffice> {
  office: Office
  service: PushService
  context: NotifyContext
  warnings: object[]
  outcomes: string[]
  /** What the first try of each notice came to. */
  notices: string[]
  /** What became of messages by WhatsApp, by kind; and what was charged for. */
  whatsapps: string[]
  billed: string[]
  subscribe(userId: string, language?: Language): Promise<Browser>
  /** Runs what is due now, as a server does, to its end. */
  runJobs(): Promise<void>
  /** Jobs of the office that are not done yet. */
  openJobs(): Promise<number>
}

/** What reached a subscription, decrypted with its keys and parsed by the contract. */
export function heardBy(
  service: PushService,
  { endpoint }: PushSubscriptionJson,
  keys: PushKeys,
): ReturnType<Browser['heard']> {
  return service.accepted
    .filter(push => push.endpoint === endpoint)
    .map(push => ({ push, message: v.parse(pushMessage, JSON.parse(decryptPush(push.body, keys))) }))
}

/** An office at work, a push service of the test's own, and the senders of notices between them. */
export async function startNotifyRig(database: Database, whatsapp?: WhatsappService): Promise<NotifyRig> {
  return notifyRigOf(database, await queueOffice(database), whatsapp)
}

/** The same round an office that is there already. */
export async function notifyRigOf<Office extends QueueOffice>(
  database: Database,
  office: Office,
  whatsapp?: WhatsappService,
): Promise<NotifyRig<Office>> {
  const service = await startPushService()
  const protection = createProtection(new Uint8Array(SECRET_BYTES).fill(7))
  const { keySeal } = protection
  const warnings: object[] = []
  const outcomes: string[] = []
  const notices: string[] = []
  const log = { warn: (details: object) => void warnings.push(details) }
  const whatsapps: string[] = []
  const billed: string[] = []
  const context: NotifyContext = {
    whatsapp: whatsapp
      ? {
          database,
          clock: office.clock,
          random: systemRandom,
          protection,
          settings: whatsapp.settings,
          count: (kind, outcome) => void whatsapps.push(`${kind} ${outcome}`),
          countBilled: category => void billed.push(category),
          log,
        }
      : null,
    database,
    clock: office.clock,
    random: systemRandom,
    keys: await loadVapidKeys(database, keySeal),
    contact: CONTACT,
    origin: () => ORIGIN,
    extraPushServices: [service.origin],
    count: outcome => void outcomes.push(outcome),
    countNotice: outcome => void notices.push(outcome),
    log,
  }

  return {
    office,
    service,
    context,
    warnings,
    outcomes,
    notices,
    whatsapps,
    billed,
    async subscribe(userId, language = 'es') {
      const { subscription, keys } = service.createSubscription(context.keys.publicKey)
      const { id: session_id } = await startSession(context, database.db, { user_id: userId })
      const caller = { user_id: userId, session_id }
      const { id } = await registerSubscription(context, caller, { ...subscription, language })
      return { id, subscription, keys, heard: () => heardBy(service, subscription, keys) }
    },
    async runJobs() {
      const log = {
        warn: (details: object) => void warnings.push(details),
        error: (details: object, message: string) => {
          throw new Error(`${message}: ${JSON.stringify(details)}`)
        },
      }
      const runner = createJobRunner<
        QueueJobPayloads & ReservationJobPayloads & OpeningJobPayloads & PollJobPayloads & WhatsappJobPayloads
      >({
        database,
        clock: office.clock,
        timers: still,
        handlers: {
          ...pushTicketNews(context),
          ...pushReservationNews(context),
          ...tellOpening(context),
          ...askPoll(context),
          ...(context.whatsapp ? callByWhatsapp(context.whatsapp) : { 'whatsapp-call': async () => {} }),
        },
        log,
      })
      await runner.stop()
    },
    async openJobs() {
      const jobs = await database.db
        .selectFrom('jobs')
        .select('id')
        .where(sql`payload->>'office_id'`, '=', String(office.office_id))
        .where('kind', '!=', 'repeat-call')
        .execute()
      return jobs.length
    },
  }
}
