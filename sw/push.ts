import * as v from 'valibot'
import type { Language } from '#contract/primitives.ts'
import { type PushMessage, pushMessage } from '#contract/push-message.ts'
import { wordPush } from '#locales/push/texts.ts'
import { putInInbox } from '#src/handoff/inbox.ts'
import { markSeen, noticeKey } from '#src/handoff/seen.ts'
import { readWho } from '#src/handoff/who.ts'
import { PUSH_ARRIVED } from './page-messages.ts'
import { worker } from './worker.ts'

/** What a push that nobody can read still says. iOS ends the subscription of a worker that shows nothing. */
const UNREADABLE: Record<Language, string> = {
  es: 'Hay novedades de tu turno',
  en: 'There is news of your turn',
  pt: 'Há novidades da sua vez',
}

/** The phone's way of insisting: two long pulls for a call, one short one for the rest. */
const VIBRATION = { call: [400, 200, 400], other: [200] }

interface Notice {
  title: string
  options: NotificationOptions & { renotify?: boolean; vibrate?: number[]; timestamp?: number }
}

function readMessage(data: PushMessageData | null): PushMessage | null {
  try {
    const parsed = v.safeParse(pushMessage, data?.json())
    return parsed.success ? parsed.output : null
  } catch {
    return null
  }
}

function noticeOf(
  { notification: { data, tag, navigate } }: PushMessage,
  language: Language,
  isFirst: boolean,
): Notice {
  const { title, body } = wordPush(data, language)
  const isCall = data.kind === 'call'
  return {
    title,
    options: {
      body,
      tag,
      lang: language,
      icon: '/icons/icon-192.png',
      badge: '/icons/badge-96.png',
      // A repeat replaces what is there without ringing again; a call stays until it is seen.
      renotify: isFirst,
      silent: !isFirst,
      requireInteraction: isCall,
      vibrate: isFirst ? (isCall ? VIBRATION.call : VIBRATION.other) : [],
      timestamp: Date.parse(data.at),
      data: { navigate, tuid: data.tuid },
    },
  }
}

/** Tells the server that the phone showed it. Whether that works changes nothing here. */
async function acknowledge({ notification: { data } }: PushMessage): Promise<void> {
  await fetch(`/services/push/deliveries/${data.delivery_id}`, {
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

async function receive(data: PushMessageData | null): Promise<void> {
  const message = readMessage(data)
  // A store that cannot be opened must not keep the notice from being shown.
  const { language } = await readWho().catch(() => ({
    language: message?.notification.lang ?? ('es' as const),
  }))
  if (message === null) {
    await worker.registration.showNotification('Numerito', {
      body: UNREADABLE[language],
      lang: language,
      data: { navigate: '/tickets', tuid: null },
    })
    return
  }
  const isFirst = await markSeen(noticeKey(message.notification.data), Date.now()).catch(() => true)
  const { title, options } = noticeOf(message, language, isFirst)
  await worker.registration.showNotification(title, options)
  await putInInbox({ message, received_at: Date.now() }).catch(() => {})
  await Promise.all([tellPages(), acknowledge(message)])
}

/** Always shows something, with no network and whatever the payload (PUSH-02). */
export function onPush(event: PushEvent): void {
  event.waitUntil(receive(event.data))
}
