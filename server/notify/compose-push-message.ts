import type { Language } from '#contract/primitives.ts'
import type { PushKind, PushMessage } from '#contract/push-message.ts'
import { wordPush } from '#locales/push/texts.ts'

/** What happened, before it is worded for one browser. Carries no name and no identity number. */
export interface PushNews {
  kind: PushKind
  tuid: string | null
  office_slug: string | null
  office_name: string | null
  line_id: number | null
  line_name: string | null
  ticket: string | null
  modulo: string | null
  ahead: number | null
  at: Date
  seq: number | null
}

/** The screen that the notice opens: the ticket's own, or the profile for the person's own test. */
const screenOf = ({ tuid }: PushNews) => (tuid === null ? '/profile' : `/tickets/${tuid}`)

/**
 * The Declarative Web Push message, worded in the person's language. The tag is the ticket, so that whatever comes
 * later about it replaces what came before (PUSH-04).
 */
export function composePushMessage(
  news: PushNews,
  deliveryId: string,
  language: Language,
  origin: string,
): PushMessage {
  const { at, ...data } = news
  return {
    web_push: 8030,
    notification: {
      ...wordPush(news, language),
      navigate: new URL(screenOf(news), origin).href,
      lang: language,
      tag: news.tuid === null ? news.kind : `ticket-${news.tuid}`,
      data: { ...data, delivery_id: deliveryId, at: at.toISOString() },
    },
  }
}
