import type { MessageTexts } from '#contract/primitives.ts'
import type { FailureCode, WordedCode } from './failure-codes.ts'
import type { Favorite } from './favorite.ts'

/** Every kind of notice that the application raises. @see rule NOTE-01, specification §2 */
export const NOTICE_KINDS = [
  'alert',
  'call',
  'almost_there',
  'skipped',
  'message',
  'poll',
  'success',
  'isTemporary',
  'needRegistry',
  'new-alert',
  'new-alert-error',
  'generic-error',
  'block-already-taken-error',
] as const
export type NoticeKind = (typeof NOTICE_KINDS)[number]

/** A ticket that a notice is about. `line_name` null: not known, which screens word as §3 says. */
export interface NoticeTicket {
  tuid: string
  /** The number as it is shown: A042. */
  ticket: string
  line_id: number | null
  line_name: string | null
}

/**
 * What a notice says, without its words: those are the screens', by kind and code. `subject` is what it is
 * about; the same notice for the same subject is not raised twice within 120 s (NOTE-02).
 */
export type NewNotice = { kind: NoticeKind; subject: string } & (
  | ({
      kind: 'call'
      modulo: string | null
      /** Attended by video. */
      meet: boolean
      ticket_time: string
      office_name: string | null
    } & NoticeTicket)
  | ({ kind: 'almost_there'; ahead: number } & NoticeTicket)
  | ({ kind: 'skipped' } & NoticeTicket)
  /** The office's own words to whoever waits. */
  | ({ kind: 'message'; texts: MessageTexts } & NoticeTicket)
  | { kind: 'poll'; tuid: string; line_name: string; office_name: string }
  /** The channel could not be joined: channel-join or channel-join-failed (CHAN-02). */
  | { kind: 'alert'; code: FailureCode; officeSlug: string }
  /** The ticket could not be had. `message` is the server's, by which the alert is chosen (TKT-09). */
  | { kind: 'new-alert-error'; code: FailureCode; message: string | null }
  /**
   * `about` decides how the code reads; `message` is the server's, by which an unknown one may be told
   * (RES-14).
   */
  | { kind: 'generic-error'; code: WordedCode; about?: 'reservation'; message?: string | null }
  /** `undo`: what makes it as it was before. */
  | { kind: 'success'; code: string; undo?: { favorite: Favorite; wanted: boolean } }
  /**
   * A temporary user has something to lose; a guest wants what needs a name; a number stands in this line
   * already.
   */
  | { kind: 'isTemporary' | 'needRegistry'; about?: 'reservation' }
  | { kind: 'new-alert' }
  /** 1007, or 4016 where every slot of the hour is gone. */
  | { kind: 'block-already-taken-error'; code: FailureCode }
)

export type Notice = NewNotice & {
  id: number
  /** Milliseconds since the epoch. */
  at: number
}
