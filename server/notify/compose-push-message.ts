import type { Language, MessageTexts } from '#contract/primitives.ts'
import type { PushKind, PushMessage } from '#contract/push-message.ts'
import { wordPush } from '#locales/push/texts.ts'

/** What happened, before it is worded for one browser. Carries no name and no identity number. */
export interface PushNews {
  kind: PushKind
  /** Names what is about no turn, so that a repeat of it is known. */
  occasion?: string | undefined
  tuid: string | null
  ruid?: string | null | undefined
  /** When the reservation begins, ISO 8601, and the zone in which its office says so. */
  begins?: string | null | undefined
  time_zone?: string | null | undefined
  office_slug: string | null
  office_name: string | null
  line_id: number | null
  line_name: string | null
  ticket: string | null
  modulo: string | null
  ahead: number | null
  /** What the office says, of a message of its own. */
  message?: MessageTexts | null
  /** Attended by video. */
  meet?: boolean
  /** Of a call: which one it is. Only for the record of the delivery. */
  calls?: number | null
  at: Date
  seq: number | null
}

/**
 * The screen that the notice opens: the ticket's, the reservation's or the office's own, where the attention
 * is rated, or the profile for the person's own test.
 */
function screenOf({ kind, tuid, ruid, office_slug }: PushNews): string {
  // The ticket by which it was called is nobody's any more.
  if (kind === 'taken_back' && ruid) return `/reservations/${ruid}`
  if (tuid !== null) return kind === 'poll' ? `/tickets/${tuid}/poll` : `/tickets/${tuid}`
  if (kind === 'opened') return `/offices/${office_slug}`
  return ruid ? `/reservations/${ruid}` : '/profile'
}

function tagOf({ tuid, ruid, kind, office_slug }: PushNews): string {
  if (tuid !== null) return kind === 'message' ? `message-${tuid}` : `ticket-${tuid}`
  if (kind === 'opened') return `opened-${office_slug}`
  return ruid ? `reservation-${ruid}` : kind
}

/**
 * The Declarative Web Push message, worded in the person's language. The tag is the ticket or the
 * reservation, so that whatever comes later about it replaces what came before (PUSH-04); what the office
 * writes replaces what it wrote before, and not the call.
 */
export function composePushMessage(
  news: PushNews,
  deliveryId: string,
  language: Language,
  origin: string,
): PushMessage {
  const { at, calls: _calls, occasion: _occasion, ...data } = news
  return {
    web_push: 8030,
    notification: {
      ...wordPush(news, language),
      navigate: new URL(screenOf(news), origin).href,
      lang: language,
      tag: tagOf(news),
      data: { ...data, delivery_id: deliveryId, at: at.toISOString() },
    },
  }
}
