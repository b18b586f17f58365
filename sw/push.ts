import type { Language } from '#contract/primitives.ts'
import type { PushMessage } from '#contract/push-message.ts'
import { putInInbox } from '#src/handoff/inbox.ts'
import { isOvertaken, markSeen, noticeKey } from '#src/handoff/seen.ts'
import { readWho } from '#src/handoff/who.ts'
import { bareNotice, declaredNotice, lateNotice, type Notice, noticeOf } from './notice.ts'
import { PUSH_ARRIVED } from './page-messages.ts'
import { readMessage } from './read-message.ts'
import { baseOf } from './services.ts'
import { worker } from './worker.ts'

/**
 * A phone's store may hang as well as fail, and the browser ends the subscription of a worker that shows
 * nothing.
 */
const STORE_PATIENCE_MS = 1_000

/** What the store says, or something else where it fails or hangs. */
function orElse<Value>(asked: Promise<Value>, otherwise: Value): Promise<Value> {
  const later = new Promise<Value>(resolve => setTimeout(resolve, STORE_PATIENCE_MS, otherwise))
  return Promise.race([asked.catch(() => otherwise), later])
}

async function show({ title, options }: Notice): Promise<void> {
  try {
    await worker.registration.showNotification(title, options)
  } catch {
    // Browsers differ in what they refuse. The words are what matters.
    const { body, tag, data } = options
    await worker.registration.showNotification(title, { body, tag, data })
  }
}

/** Tells the server that the phone showed it. Whether that works changes nothing here. */
async function acknowledge({ notification: { data } }: PushMessage): Promise<void> {
  await fetch(`${baseOf('push')}/deliveries/${data.delivery_id}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ shown: true }),
    credentials: 'omit',
    keepalive: true,
  }).catch(() => {})
}

async function tellPages(): Promise<void> {
  for (const page of await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })) {
    page.postMessage({ type: PUSH_ARRIVED })
  }
}

async function ourNotice(message: PushMessage, language: Language): Promise<Notice> {
  const { data, tag } = message.notification
  const [isLate, isNew] = await Promise.all([
    orElse(isOvertaken(data), false),
    orElse(markSeen(noticeKey(data), Date.parse(data.at)), true),
  ])
  if (!isLate) return noticeOf(message, language, isNew)
  const [standing] = await orElse(worker.registration.getNotifications({ tag }), [])
  return lateNotice(message, language, standing)
}

async function receiveOurs(message: PushMessage, language: Language, userId: string | null): Promise<void> {
  await show(await ourNotice(message, language))
  await Promise.all([
    acknowledge(message),
    orElse(putInInbox({ message, received_at: Date.now(), user_id: userId }), undefined).then(tellPages),
  ])
}

async function receive(text: string | null): Promise<void> {
  const read = readMessage(text)
  const who = await orElse(readWho(), null)
  const said = read.kind === 'ours' ? read.message.notification.lang : 'es'
  const language = who?.language ?? said
  // Whoever was called has left: a notice there must be, and it must not say of whom (PUSH-07).
  if (who?.user_id === null || read.kind === 'unreadable') return show(bareNotice(language))
  if (read.kind === 'declared') return show(declaredNotice(read.message, language))
  return receiveOurs(read.message, language, who?.user_id ?? null)
}

/** Always shows something, with no network and whatever the payload (PUSH-02). */
export function onPush(event: PushEvent): void {
  event.waitUntil(receive(event.data?.text() ?? null))
}
