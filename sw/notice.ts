import type { Language } from '#contract/primitives.ts'
import type { PushMessage } from '#contract/push-message.ts'
import { wordPush } from '#locales/push/texts.ts'
import type { Declared } from './read-message.ts'

/** What the browser is asked to show. TypeScript's own options lack what only some browsers know. */
export interface Notice {
  title: string
  options: NotificationOptions & { renotify?: boolean; vibrate?: number[]; timestamp?: number }
}

/** What a push that must not or cannot be worded still says. */
const NEWS: Record<Language, string> = {
  es: 'Hay novedades de tu turno',
  en: 'There is news of your turn',
  pt: 'Há novidades da sua vez',
}

/** The phone's way of insisting: two long pulls for a call, one short one for the rest. */
const VIBRATION = { call: [400, 200, 400], other: [200] }

const look = (language: Language) => ({
  lang: language,
  icon: '/icons/icon-192.png',
  badge: '/icons/badge-96.png',
})

/**
 * A message of ours, worded in the person's language. It replaces what was shown under its tag (PUSH-04):
 * what is new rings, what only repeats does not. A call stays until it is seen.
 */
export function noticeOf({ notification }: PushMessage, language: Language, isNew: boolean): Notice {
  const { data, tag, navigate } = notification
  const { title, body } = wordPush({ ...data, here: true }, language)
  const isCall = data.kind === 'call'
  return {
    title,
    options: {
      ...look(language),
      body,
      tag,
      requireInteraction: isCall,
      timestamp: Date.parse(data.at),
      data: { navigate },
      // Browsers refuse a silent notice that vibrates, and would show nothing at all.
      ...(isNew
        ? { renotify: tag !== '', vibrate: isCall ? VIBRATION.call : VIBRATION.other }
        : { silent: true }),
    },
  }
}

/** A message in the server's own words: it is of a newer version than this worker. */
export function declaredNotice({ notification }: Declared, language: Language): Notice {
  const { title, body, tag, navigate } = notification
  return { title, options: { ...look(language), body, tag, data: { navigate } } }
}

/**
 * Says no more than that there is something to look at. It sounds each time: the second one may be the call.
 */
export function bareNotice(language: Language): Notice {
  const options = { ...look(language), body: NEWS[language], tag: 'news', renotify: true }
  return { title: 'Numerito', options: { ...options, vibrate: VIBRATION.other } }
}

/**
 * For a message that something later has overtaken on its way: what stands already stands on, and the person
 * who has put that away is told no more than that there is something to look at. Without a sound either way.
 * @param standing what is shown under the message's tag now
 */
export function lateNotice(
  { notification: { tag, navigate } }: PushMessage,
  language: Language,
  standing: Pick<Notification, 'title' | 'body' | 'data' | 'requireInteraction'> | undefined,
): Notice {
  const news = { title: 'Numerito', body: NEWS[language], data: { navigate }, requireInteraction: false }
  const { title, body, data, requireInteraction } = standing ?? news
  return { title, options: { ...look(language), body, tag, data, requireInteraction, silent: true } }
}
